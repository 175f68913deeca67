import type { PaymentMode } from "@agent-treasury/provider";

export interface HoldTerms {
  readonly executor: string;
  readonly mode: PaymentMode;
  /** 128 random bits. The holder of the committed lease pays. */
  readonly lease: string;
  /** Protection from takeovers. */
  readonly leaseMs: number;
  /** Whether the executor has `prepare`. Missing for false. */
  readonly prepares?: true;
}

/** The executor that would pay. Otherwise the ledger entry is the payment. */
export function railOf(terms: HoldTerms | undefined): string {
  return terms?.executor ?? "ledger";
}
