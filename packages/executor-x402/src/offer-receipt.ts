import type { TypedDataDefinition } from "viem";

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
      Offer: [
        { name: "version", type: "uint256" },
        { name: "resourceUrl", type: "string" },
        { name: "scheme", type: "string" },
        { name: "network", type: "string" },
        { name: "asset", type: "string" },
        { name: "payTo", type: "string" },
        { name: "amount", type: "string" },
        { name: "validUntil", type: "uint256" },
      ],
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
      Receipt: [
        { name: "version", type: "uint256" },
        { name: "network", type: "string" },
        { name: "resourceUrl", type: "string" },
        { name: "payer", type: "string" },
        { name: "issuedAt", type: "uint256" },
        { name: "transaction", type: "string" },
      ],
    },
    primaryType: "Receipt",
    message: { ...payload, version: BigInt(version), issuedAt: BigInt(issuedAt) },
  };
}
