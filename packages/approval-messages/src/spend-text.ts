import { type Proposal, isRequestPermit, isTab, tabEnd } from "@agent-treasury/contract";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";
import { joined, oneLine, shortened } from "./plain-text.ts";
import { formatUsd } from "./usd.ts";

const detailCharacters = 500;

/** A text, or a time that the service shows in the time zone of each reader. ISO 8601. */
export type TextPart = string | { readonly time: string };

/** The amount that an approval pays: the lowest that an approver named. */
export function payableUsd({ amountUsd, approvedAmountUsd }: Proposal): number {
  return approvedAmountUsd ?? amountUsd;
}

/** Amount and payee: "$24.00 to Namecheap". */
export function spendText(proposal: Proposal): string {
  const { amountUsd, approvedAmountUsd, vendor } = proposal;
  if (isRequestPermit(proposal)) {
    return `a request to ${oneLine(vendor)} (price up to ${formatUsd(payableUsd(proposal))})`;
  }
  const whole = formatUsd(amountUsd);
  const isLess = approvedAmountUsd !== null && approvedAmountUsd !== amountUsd;
  const amount = isLess ? `${formatUsd(approvedAmountUsd)} of ${whole}` : whole;
  return `${isTab(proposal) ? "up to " : ""}${amount} to ${oneLine(vendor)}${isTab(proposal) ? ", in many charges" : ""}`;
}

export function title({ kind, proposal }: ApprovalMessage): string {
  const spend = spendText(proposal);
  switch (proposal.status) {
    case "pending":
      if (kind === "reminder") return `Reminder: approve ${spend}?`;
      return kind === "escalated" ? `Escalated: approve ${spend}?` : `Approve ${spend}?`;
    case "approved":
      return `Approved: ${spend}`;
    case "executed":
      if (isRequestPermit(proposal)) return `Allowed: ${spend}`;
      return `${isTab(proposal) ? "Charged" : "Paid"}: ${paidText(proposal)}`;
    case "denied":
      return `Denied: ${spend}`;
    case "failed":
      return `Not paid: ${spend}`;
  }
}

function paidText(proposal: Proposal): string {
  const { capturedUsd, vendor } = proposal;
  if (isTab(proposal)) return `${formatUsd(capturedUsd)} to ${oneLine(vendor)}`;
  if (capturedUsd <= 0 || capturedUsd === payableUsd(proposal)) return spendText(proposal);
  return `${formatUsd(capturedUsd)} to ${oneLine(vendor)}`;
}

/** Returns the agent that asks, or the person without an agent. */
export function proposerText({ agentId, proposedBy, onBehalfOf }: Proposal): string {
  if (agentId === "person") return oneLine(onBehalfOf ?? "a person");
  return oneLine(proposedBy === null ? agentId : `${proposedBy} (${agentId})`);
}

/** Returns whose texts the proposal has. */
export function authorText(proposal: Proposal): string {
  return proposal.agentId === "person" ? proposerText(proposal) : "the agent";
}

/** The approvals so far, or the outcome: what happened, by whom, and when. */
export function statusParts(proposal: Proposal): readonly TextPart[] {
  const { status, failure, comment, attention } = proposal;
  const parts = status === "pending" ? progressParts(proposal) : outcomeParts(proposal);
  const details = [
    ...(status === "failed" && failure !== null ? [`Not paid: ${failure}`] : []),
    ...(status === "denied" && comment !== null ? [`Comment: ${comment}`] : []),
    ...(attention === null ? [] : [`Needs review: ${attention}`]),
  ];
  const lines = details.map((detail) => shortened(oneLine(detail), detailCharacters));
  return [...parts, ...lines.map((line) => `\n${line}`)];
}

function progressParts(proposal: Proposal): readonly TextPart[] {
  const { approvals, expiresAt } = proposal;
  const { given, needed, missing } = approvals;
  const by = given === 0 ? "" : ` by ${approverNames(approvals)}`;
  const hasQuorum = needed > 1 || given > 0;
  const sentences = [
    ...(hasQuorum ? [`${given} of ${needed} approved${by}.`] : []),
    ...(missing.length === 0 ? [] : [`Needs ${joined(missing)}.`]),
  ];
  const parts: TextPart[] = sentences.length === 0 ? [] : [oneLine(sentences.join(" "))];
  const times = [
    ["Charges until", tabEnd(proposal)],
    ["Expires", expiresAt],
  ] as const;
  for (const [name, time] of times) {
    if (time === null) continue;
    parts.push(`${parts.length === 0 ? "" : " "}${name} `, { time }, ".");
  }
  return parts;
}

function outcomeParts(proposal: Proposal): readonly TextPart[] {
  const { decidedAt, executedAt } = proposal;
  const decided = [decisionText(proposal), ...at(decidedAt), "."];
  if (executedAt === null || isRequestPermit(proposal)) return decided;
  const ended = isTab(proposal) ? " Closed" : " Paid";
  return [...decided, ended, ...at(executedAt), "."];
}

function decisionText(proposal: Proposal): string {
  const { status, operator, operatorVerified, failure, approvals, autoApproved } = proposal;
  const isVerified = operatorVerified ? "" : " (not signed in)";
  if (status !== "denied") {
    if (autoApproved) return "Approved by policy";
    const names = approvals.by.length > 0 ? approverNames(approvals) : nameOf(operator);
    return `Approved by ${names}${isVerified}`;
  }
  // Only an automatic denial has a failure.
  if (failure !== null) return oneLine(failure).replace(/\.$/, "");
  return `Denied by ${nameOf(operator)}${isVerified}`;
}

function approverNames({ by }: Proposal["approvals"]): string {
  return joined(by.map(({ name }) => nameOf(name)));
}

function nameOf(name: string | null): string {
  return name === null ? "an unnamed approver" : oneLine(name);
}

function at(iso: string | null): readonly TextPart[] {
  return iso === null ? [] : [", ", { time: iso }];
}
