import type { LedgerState } from "../ledger/ledger-state.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { SpendingPolicy } from "./spending-policy.ts";

/** Whether a guard stops a movement of money of an approved spend. */
export function isStopped(
  ledger: LedgerState,
  spend: SpendProposal,
  policy: SpendingPolicy,
): boolean {
  const scopes = policy.scopesOf(ledger, spend.ruling.allocationId);
  return policy.guards.some(
    (guard) => (guard.stop?.(ledger, spend, scopes, policy) ?? null) !== null,
  );
}
