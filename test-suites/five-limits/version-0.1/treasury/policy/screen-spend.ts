import type { Verdict } from "@agent-treasury/contract";
import type { Account } from "../../ledger/account.ts";
import type { Micros } from "../../money/micros.ts";
import { violationOf } from "./spending-limits.ts";
import { type SpendingPolicy, limitsOf } from "./spending-policy.ts";

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
