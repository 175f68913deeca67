import { offerData, offerReceipt, receiptData } from "@agent-treasury/executor-x402/chain";
import { type Clock, TreasuryError } from "@agent-treasury/provider";
import type { PaymentRequirements, SettleResponse } from "@x402/core/types";
import type { Hex, LocalAccount } from "viem";
import { within } from "./within.ts";

/** Extensions of x402 with a seller's signatures, by EIP-712. Null if the key fails, which is reported. */
export interface SaleSigner {
  /** Of an answer that asks for a payment. */
  offer(
    url: string,
    requirements: PaymentRequirements,
    nowMs: number,
  ): Promise<SignedExtension | null>;
  /** Of an answer that was paid. */
  receipt(url: string, settled: SettleResponse, nowMs: number): Promise<SignedExtension | null>;
}

type SignedExtension = Readonly<Record<string, { readonly info: object }>>;

export interface SigningDeps {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly onFailure: (error: unknown) => void;
}

export function saleSigner(
  account: LocalAccount,
  { clock, timeoutMs, onFailure }: SigningDeps,
): SaleSigner {
  const format = "eip712";
  const sign = async (data: Parameters<LocalAccount["signTypedData"]>[0]): Promise<Hex | null> => {
    let failure: unknown = late();
    const signature = await within(clock, timeoutMs, () =>
      account.signTypedData(data).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
    );
    if (signature === null) onFailure(failure);
    return signature;
  };
  return {
    offer: async (resourceUrl, requirements, nowMs) => {
      const { scheme, network, asset, payTo, amount, maxTimeoutSeconds } = requirements;
      const terms = { scheme, network, asset, payTo, amount };
      const validUntil = Math.floor(nowMs / 1_000) + maxTimeoutSeconds;
      const payload = { version: 1, resourceUrl, ...terms, validUntil } as const;
      const signature = await sign(offerData(payload));
      if (signature === null) return null;
      const offers = [{ format, acceptIndex: 0, payload, signature }];
      return { [offerReceipt]: { info: { offers } } };
    },
    receipt: async (resourceUrl, { network, payer = "", transaction }, nowMs) => {
      const issuedAt = Math.floor(nowMs / 1_000);
      const payload = { version: 1, network, resourceUrl, payer, issuedAt, transaction } as const;
      const signature = await sign(receiptData(payload));
      if (signature === null) return null;
      return { [offerReceipt]: { info: { receipt: { format, payload, signature } } } };
    },
  };
}

function late(): TreasuryError {
  return new TreasuryError("payment_processor_error", "The signer did not answer in time.");
}
