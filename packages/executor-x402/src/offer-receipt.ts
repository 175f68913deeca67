import { parseAbiParameters, type TypedDataDefinition } from "viem";

/** The extension of x402 by which sellers sign what they offer, and what they delivered. */
export const offerReceipt = "offer-receipt";

/** What a seller signs before a payment. Times are seconds since 1970. */
export interface OfferPayload {
  readonly version: 1;
  readonly resourceUrl: string;
  readonly scheme: string;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly amount: string;
  readonly validUntil: number;
}

/** What a seller signs after a payment. Times are seconds since 1970. */
export interface ReceiptPayload {
  readonly version: 1;
  readonly network: string;
  readonly resourceUrl: string;
  readonly payer: string;
  readonly issuedAt: number;
  /** Empty if the seller does not name it. */
  readonly transaction: string;
}

export function offerData(payload: OfferPayload): TypedDataDefinition {
  const { version, validUntil } = payload;
  return {
    domain: { name: "x402 offer", version: "1", chainId: 1 },
    types: {
      Offer: parseAbiParameters(
        "uint256 version, string resourceUrl, string scheme, string network, string asset, string payTo, string amount, uint256 validUntil",
      ),
    },
    primaryType: "Offer",
    message: { ...payload, version: BigInt(version), validUntil: BigInt(validUntil) },
  };
}

export function receiptData(payload: ReceiptPayload): TypedDataDefinition {
  const { version, issuedAt } = payload;
  return {
    domain: { name: "x402 receipt", version: "1", chainId: 1 },
    types: {
      Receipt: parseAbiParameters(
        "uint256 version, string network, string resourceUrl, string payer, uint256 issuedAt, string transaction",
      ),
    },
    primaryType: "Receipt",
    message: { ...payload, version: BigInt(version), issuedAt: BigInt(issuedAt) },
  };
}
