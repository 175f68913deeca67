import type { Allocation } from "@agent-treasury/rules";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { SpendGuard } from "../spends/spend-guard.ts";
import type { SpendingTerms } from "./spending-terms.ts";

/** What decides about spends. */
export interface SpendingPolicy extends SpendingTerms {
  /** In the order of judging. A later guard's reason can replace those of earlier ones. */
  readonly guards: readonly SpendGuard[];
  /**
   * Returns what a spend is charged to, from the given allocation to the root.
   *
   * @throws TreasuryError `allocation_not_found`
   */
  readonly scopesOf: (ledger: LedgerState, allocationId: string | null) => readonly Allocation[];
}
