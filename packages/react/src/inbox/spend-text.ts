import { type Proposal, isTab } from "@agent-treasury/sdk-client";
import {
  channelText,
  isLastApproval,
  isByStanding,
  meansText,
  missingText,
  progressText,
} from "../approvals/approval-text.ts";
import { formatUsd, shareOf, usdAfter } from "../format/usd.ts";
import { tabTermsText } from "../tabs/tab-text.ts";
import { isRequest, vendorText } from "./quote-text.ts";
import type { SpendMoney } from "./spend-money.ts";

/** Returns the title of a spend: verb, amount and vendor. */
export function spendTitle(proposal: Proposal): string {
  const vendor = vendorText(proposal);
  if (isRequest(proposal)) return `Send a request to ${vendor}`;
  if (isTab(proposal)) return `Pay ${tabTermsText(proposal)}, to ${vendor}`;
  return `Pay ${formatUsd(proposal.amountUsd)} to ${vendor}`;
}

/** Returns why a spend needs approval. */
export function approvalReason(
  { verdict, reason, amountUsd }: Proposal,
  { budget }: SpendMoney,
): string {
  // If screening found nothing, its reason does not explain why an approver decides.
  if (verdict !== "safe") return reason;
  const { autoApproveUnderUsd } = budget;
  if (autoApproveUnderUsd <= 0) return "Every spend needs approval.";
  return amountUsd >= autoApproveUnderUsd
    ? `Spends of ${formatUsd(autoApproveUnderUsd)} or more need approval.`
    : "Today's auto-approval limit is used up.";
}

/** Returns when a spend was paid or decided. */
export function endOf({ executedAt, decidedAt, createdAt }: Proposal): string {
  return executedAt ?? decidedAt ?? createdAt;
}

/** Returns the title of a decided spend. */
export function outcomeTitle(proposal: Proposal): string {
  const { status, capturedUsd, refundedUsd, attention } = proposal;
  if (isRequest(proposal)) return requestTitle(proposal);
  if (isTab(proposal)) return tabTitle(proposal);
  const vendor = vendorText(proposal);
  const amountUsd = proposal.approvedAmountUsd ?? proposal.amountUsd;
  switch (status) {
    case "executed": {
      const isUndone = capturedUsd === 0 && attention !== null;
      if (isUndone) return `Payment undone: ${formatUsd(amountUsd)} to ${vendor}`;
      const paid = `Paid ${formatUsd(capturedUsd > 0 ? capturedUsd : amountUsd)} to ${vendor}`;
      return refundedUsd > 0 ? `${paid}, ${formatUsd(refundedUsd)} refunded` : paid;
    }
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

function tabTitle(proposal: Proposal): string {
  const { status, capturedUsd, refundedUsd } = proposal;
  const amount = formatUsd(proposal.approvedAmountUsd ?? proposal.amountUsd);
  const spend = `${amount} to ${vendorText(proposal)}`;
  switch (status) {
    case "executed":
      return `Charged ${formatUsd(usdAfter(capturedUsd, refundedUsd))} of ${spend}`;
    case "approved":
      return `Tab of ${spend}`;
    case "denied":
      return `Denied up to ${spend}`;
    case "failed":
      return `Not opened: up to ${spend}`;
    case "pending":
      return spendTitle(proposal);
  }
}

function requestTitle(proposal: Proposal): string {
  const { status } = proposal;
  const vendor = vendorText(proposal);
  if (status === "executed") return `Allowed a request to ${vendor}`;
  return status === "denied" ? `Denied a request to ${vendor}` : `Send a request to ${vendor}`;
}

/** Returns what screening found. */
export function screeningResult({ verdict, reason }: Proposal): string {
  switch (verdict) {
    case "safe":
      return "Nothing found";
    case "review":
      return `Needs review: ${reason}`;
    case "blocked":
      return `Blocked: ${reason}`;
  }
}

/** Returns who decided. */
export function decider(proposal: Proposal): string {
  const { autoApproved, operator, operatorVerified, status, failure, approvals } = proposal;
  if (autoApproved) return "by policy";
  if (operator !== null) {
    if (!operatorVerified) return `by ${operator}, not signed in`;
    if (status !== "denied" && isByStanding(approvals)) {
      return `by standing approval of ${operator}`;
    }
    return [`by ${operator}`, decidedBy(proposal)].join(" ").trim();
  }
  // Only an automatic denial has a failure.
  if (status === "denied" && failure !== null) return "by policy rules";
  return "by an unnamed approver";
}

/** The means of the denial, or of the only approval: "through Slack". */
function decidedBy({ status, deniedThrough, approvals }: Proposal): string | null {
  if (status === "denied") return deniedThrough === null ? null : channelText(deniedThrough);
  const [only, ...others] = approvals.by;
  return only === undefined || others.length > 0 ? null : meansText(only);
}

/** Returns the result of a decision, for the approver. */
export function decisionText(proposal: Proposal): string {
  const { amountUsd, approvedAmountUsd } = proposal;
  const vendor = vendorText(proposal);
  const share = approvedAmountUsd === null ? "" : `${formatUsd(approvedAmountUsd)} of `;
  const spend = isRequest(proposal)
    ? `the request to ${vendor}`
    : `${isTab(proposal) ? "up to " : ""}${share}${formatUsd(amountUsd)} to ${vendor}`;
  switch (proposal.status) {
    case "executed":
      if (isRequest(proposal)) return `Approved: ${spend} may be sent. Nothing is paid yet.`;
      return `Approved and paid: ${spend}.`;
    case "approved":
      return `Approved: ${spend}. ${isTab(proposal) ? "The tab is open." : "The payment is in progress."}`;
    case "denied":
      return `Denied: ${spend}. No money moved.`;
    case "failed":
      return `Approved, but not paid: ${proposal.failure ?? spend}`;
    case "pending":
      return `Approval recorded: ${spend}. ${waitingText(proposal)}`;
  }
}

function waitingText({ approvals }: Proposal): string {
  const missing = missingText(approvals);
  return [`${progressText(approvals)}.`, ...(missing === null ? [] : [missing])].join(" ");
}

/** Returns what an approval causes, before it is given. */
export function approvalConsequence(proposal: Proposal): string {
  const { approvals } = proposal;
  if (isTab(proposal)) {
    return "The amount is held until it is charged, or the tab is closed.";
  }
  return isLastApproval(approvals)
    ? "An approved spend is paid immediately and cannot be undone here."
    : "It is paid when all approvals are given. A payment cannot be undone here.";
}

/** Returns whether a spend is at least half of the limit for one spend, so that the page asks to confirm it. */
export function isLargeSpend({ amountUsd }: Proposal, { budget }: SpendMoney): boolean {
  return shareOf(amountUsd, budget.maxSpendPerActionUsd) >= 0.5;
}
