import { TreasuryError } from "@agent-treasury/provider";
import type { Allocation } from "@agent-treasury/rules";
import type { Changes } from "../ledger/command.ts";
import type { AnySlice } from "../ledger/head-slice.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { HoldTerms } from "./hold-terms.ts";
import type { Observed } from "./observed.ts";
import type { Payout } from "./payout.ts";
import type { SpendContext } from "./spend-context.ts";
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
  /** What features end before a reset, each after the former. */
  readonly beforeReset: readonly ((context: SpendContext<SpendingPolicy>) => Changes | null)[];
}

/** @throws TreasuryError `storage_error` for a payout that this process does not have. */
export function payoutOf(
  { payouts }: SpendingPolicy,
  spend: Pick<SpendProposal, "quote" | "payout">,
  hold: HoldTerms | undefined,
): Payout {
  const { payout: named } = spend;
  const found = payouts.find((payout) =>
    named === null ? payout.ends?.(spend, hold) === true : payout.id === named.id,
  );
  if (found !== undefined) return found;
  if (named === null) throw new Error("No payout ends the spend.");
  throw new TreasuryError(
    "storage_error",
    `The spend is paid as a "${named.id}", which this process does not have. Update every process to a version that has it.`,
  );
}
