import type { Verdict } from "@agent-treasury/contract";
import { Micros } from "@agent-treasury/provider";
import type { SafetyGate } from "@agent-treasury/screening";
import { type Account, balanceOf, type SpendingLimits } from "../../ledger/account.ts";

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
  return policy.autoApproveDaily ?? Micros.multiply(limits.autoApproveUnder, 3n);
}

/** A limit that a spend would pass. */
export interface Violation {
  readonly limit: "maxSpendPerAction" | "dailySpendCap" | "minReserve";
  /** What it would pass, in one sentence with the figures. */
  readonly explanation: string;
}

/**
 * The first hard limit that a spend would pass now, null when it passes none. Equality is within a
 * limit. What is held counts as spent, against the day's cap and the reserve.
 */
export function violationOf(
  amount: Micros,
  account: Account,
  limits: SpendingLimits,
): Violation | null {
  if (amount > limits.maxSpendPerAction) {
    return {
      limit: "maxSpendPerAction",
      explanation: `${Micros.format(amount)} USD is more than the ${Micros.format(limits.maxSpendPerAction)} USD that one spend may be.`,
    };
  }
  const spent = Micros.add(account.spentToday, account.held);
  if (Micros.add(spent, amount) > limits.dailySpendCap) {
    return {
      limit: "dailySpendCap",
      explanation: `${Micros.format(amount)} USD on top of the ${Micros.format(spent)} USD of today passes the day's cap of ${Micros.format(limits.dailySpendCap)} USD.`,
    };
  }
  const free = Micros.subtract(balanceOf(account), account.held);
  if (Micros.subtract(free, amount) < limits.minReserve) {
    return {
      limit: "minReserve",
      explanation: `${Micros.format(amount)} USD out of ${Micros.format(free)} USD would leave less than the reserve of ${Micros.format(limits.minReserve)} USD.`,
    };
  }
  return null;
}

/** What the screen says of a spend, and why. */
export interface Screening {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** What is screened. */
export interface ScreenedSpend {
  readonly amount: Micros;
  readonly vendor: string;
  readonly purpose: string;
  readonly category: string | null;
}

/**
 * The deterministic screen: the gate's categories and vendor lists, then the limits. Over the limit of
 * one spend is blocked; what passes the day's cap or the reserve now may fit later, so a person sees it.
 */
export function screenSpend(
  spend: ScreenedSpend,
  account: Account,
  policy: SpendingPolicy,
): Screening {
  const screening = policy.gate.screen(spend);
  if (screening.verdict === "blocked") return screening;
  const violation = violationOf(spend.amount, account, limitsOf(account, policy));
  if (violation === null) return screening;
  const verdict = violation.limit === "maxSpendPerAction" ? "blocked" : "review";
  return { verdict, reason: violation.explanation };
}
