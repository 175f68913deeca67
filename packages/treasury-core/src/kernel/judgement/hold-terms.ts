import type { PaymentMode } from "@agent-treasury/provider";
import type { QuoteSummary } from "../quotes/quote-summary.ts";

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

/** The ledger entry is the payment. */
export const ledgerRail = "ledger";

/**
 * Selects the executor of a spend. Undefined if the ledger entry is the payment.
 *
 * @throws TreasuryError `payments_not_connected`, `payment_mode_changed`.
 */
export type HoldChoice = (quote: QuoteSummary | null) => HoldTerms | undefined;

/** The executor that would pay. Otherwise the ledger entry is the payment. */
export function railOf(terms: HoldTerms | undefined): string {
  return terms?.executor ?? ledgerRail;
}
