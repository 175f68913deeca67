import { offerData, offerReceipt, receiptData } from "@agent-treasury/executor-x402/chain";
import type { PaymentRequirements, SettleResponse } from "@x402/core/types";
import type { LocalAccount } from "viem";

/** Extensions of x402 with a seller's signatures, by EIP-712. */
export interface SaleSigner {
  /** Of an answer that asks for a payment. */
  offer(url: string, requirements: PaymentRequirements, nowMs: number): Promise<SignedExtension>;
  /** Of an answer that was paid. */
  receipt(url: string, settled: SettleResponse, nowMs: number): Promise<SignedExtension>;
}

type SignedExtension = Readonly<Record<string, { readonly info: object }>>;

export function saleSigner(account: LocalAccount): SaleSigner {
  const format = "eip712";
  return {
    offer: async (resourceUrl, requirements, nowMs) => {
      const { scheme, network, asset, payTo, amount, maxTimeoutSeconds } = requirements;
      const terms = { scheme, network, asset, payTo, amount };
      const validUntil = Math.floor(nowMs / 1_000) + maxTimeoutSeconds;
      const payload = { version: 1, resourceUrl, ...terms, validUntil } as const;
      const signature = await account.signTypedData(offerData(payload));
      const offers = [{ format, acceptIndex: 0, payload, signature }];
      return { [offerReceipt]: { info: { offers } } };
    },
    receipt: async (resourceUrl, { network, payer = "", transaction }, nowMs) => {
      const issuedAt = Math.floor(nowMs / 1_000);
      const payload = { version: 1, network, resourceUrl, payer, issuedAt, transaction } as const;
      const signature = await account.signTypedData(receiptData(payload));
      return { [offerReceipt]: { info: { receipt: { format, payload, signature } } } };
    },
  };
}
