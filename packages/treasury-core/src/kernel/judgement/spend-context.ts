import type { LedgerState } from "../ledger/ledger-state.ts";
import type { SpendingTerms } from "./spending-terms.ts";

/** What a command about a spend works with. */
export interface SpendContext<Policy extends SpendingTerms = SpendingTerms> {
  readonly ledger: LedgerState;
  readonly policy: Policy;
  /** Time of the workspace in milliseconds since 1970. */
  readonly now: number;
}
