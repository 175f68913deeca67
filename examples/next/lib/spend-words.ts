import type { Proposal, TreasuryState } from "@agent-treasury/sdk-client";
import { formatUsd, shareOf } from "./usd.ts";

/** What a spend would do, as a title: the verb, the amount, and to whom. */
export function spendTitle({ amountUsd, vendor }: Proposal): string {
  return `Pay ${formatUsd(amountUsd)} to ${vendor}`;
}

/** Which rule left a spend to a person. */
export function ruleThatLeftIt(
  { verdict, reason, amountUsd }: Proposal,
  { budget }: TreasuryState,
): string {
  // What the screen doubts says so itself; of a safe one it says nothing about who decides.
  if (verdict !== "safe") return reason;
  const { autoApproveUnderUsd } = budget;
  if (autoApproveUnderUsd <= 0) return "Every spend is left to a person.";
  return amountUsd >= autoApproveUnderUsd
    ? `By itself, policy pays only what is under ${formatUsd(autoApproveUnderUsd)}.`
    : "Policy has paid as much by itself today as it may.";
}

/** What became of a spend, as a line's beginning. */
export function outcomeTitle(proposal: Proposal): string {
  const { status, capturedUsd, amountUsd, vendor } = proposal;
  switch (status) {
    case "executed":
      return `Paid ${formatUsd(capturedUsd > 0 ? capturedUsd : amountUsd)} to ${vendor}`;
    case "approved":
      return `Paying ${formatUsd(amountUsd)} to ${vendor}`;
    case "denied":
      return `Denied ${formatUsd(amountUsd)} to ${vendor}`;
    case "failed":
      return `Not paid: ${formatUsd(amountUsd)} to ${vendor}`;
    case "pending":
      return spendTitle(proposal);
  }
}

/** Who decided, in words. */
export function decider(proposal: Proposal): string {
  const { autoApproved, operator, operatorVerified, status, failure } = proposal;
  if (autoApproved) return "by policy";
  if (operator !== null)
    return operatorVerified ? `by ${operator}` : `by ${operator}, not signed in`;
  // Only a denial without a person says why.
  if (status === "denied" && failure !== null) return "by the rules";
  return "by somebody who gave no name";
}

/** What a decision came to, for whoever made it. */
export function tellDecision(proposal: Proposal): string {
  const spend = `${formatUsd(proposal.amountUsd)} to ${proposal.vendor}`;
  switch (proposal.status) {
    case "executed":
      return `Approved and paid: ${spend}.`;
    case "approved":
      return `Approved: ${spend}. The payment is under way.`;
    case "denied":
      return `Denied: ${spend}. No money moved.`;
    case "failed":
      return `Approved, but not paid: ${proposal.failure ?? spend}`;
    case "pending":
      return `Still waiting: ${spend}.`;
  }
}

/**
 * Whether a spend is large enough to ask once more: at least half of the most that one spend may be.
 */
export function isLargeSpend({ amountUsd }: Proposal, { budget }: TreasuryState): boolean {
  return shareOf(amountUsd, budget.maxSpendPerActionUsd) >= 0.5;
}
