import type { Account } from "../../ledger/account.ts";
import type { SpendingLimits } from "../../ledger/budget.ts";
import { type Micros, multiply } from "../../money/micros.ts";
import type { SafetyGate } from "../safety-gate/safety-gate.ts";

/** What a deployment decided about spending. */
export interface SpendingPolicy {
  /** The limits of every workspace that does not override them. */
  readonly limits: SpendingLimits;
  /** What policy may approve in a day without a person; null for three times the threshold. */
  readonly autoApproveDaily: Micros | null;
  /** After which a waiting proposal is denied; null for never. */
  readonly proposalLifetimeMs: number | null;
  readonly gate: SafetyGate;
}

/** The limits that hold for an account now. */
export function limitsOf(account: Account, policy: SpendingPolicy): SpendingLimits {
  return { ...policy.limits, ...account.overrides };
}

/** What policy may approve in a day without a person. */
export function autoApproveDailyOf(limits: SpendingLimits, policy: SpendingPolicy): Micros {
  return policy.autoApproveDaily ?? multiply(limits.autoApproveUnder, 3n);
}
