import type { Allocation } from "@agent-treasury/rules";
import type { AnySlice } from "../ledger/head-slice.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import type { Observed } from "./observed.ts";
import type { Payout } from "./payout.ts";
import type { SpendGuard } from "./spend-guard.ts";
import type { SpendingTerms } from "./spending-terms.ts";

/** What decides about spends. */
export interface SpendingPolicy extends SpendingTerms {
  readonly slices: readonly AnySlice[];
  /** In the order of judging. A later guard's reason can replace those of earlier ones. */
  readonly guards: readonly SpendGuard[];
  /** Read before a command that may begin a payment. */
  readonly observed: readonly Observed[];
  /** The first that `ends` a spend pays it. */
  readonly payouts: readonly Payout[];
  /**
   * Returns what a spend is charged to, from the given allocation to the root.
   *
   * @throws TreasuryError `allocation_not_found`
   */
  readonly scopesOf: (ledger: LedgerState, allocationId: string | null) => readonly Allocation[];
}

export function payoutOf(
  { payouts }: SpendingPolicy,
  spend: Parameters<Payout["ends"]>[0],
  hold: Parameters<Payout["ends"]>[1],
): Payout {
  const found = payouts.find((payout) => payout.ends(spend, hold));
  if (found === undefined) throw new Error("No payout ends the spend.");
  return found;
}
