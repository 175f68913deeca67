import type { TreasuryError } from "@agent-treasury/provider";
import type { LedgerState } from "../ledger/ledger-state.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { SpendingPolicy } from "./spending-policy.ts";

/** Why a guard stops a movement of money of an approved spend. Null if none does. */
export function stopOf(
  ledger: LedgerState,
  spend: SpendProposal,
  policy: SpendingPolicy,
): TreasuryError | null {
  const scopes = policy.scopesOf(ledger, spend.ruling.allocationId);
  for (const guard of policy.guards) {
    const stop = guard.stop?.(ledger, spend, scopes, policy) ?? null;
    if (stop !== null) return stop;
  }
  return null;
}
