import { type Proposal, isRequestPermit, isTab } from "@agent-treasury/contract";
import type { ApprovalMessage } from "@agent-treasury/treasury-core/channel";
import { type MailContent, requestText } from "./mail-content.ts";
import { linesOf, oneLine } from "./outside-words.ts";
import { approverNames, type Fact, through, usd } from "./proposal-words.ts";

const note = "Nothing is left to decide.";

/** Returns the content of a reply with the outcome. Null while it needs approval. */
export function outcomeContent({ proposal, pageUrl }: ApprovalMessage): MailContent | null {
  const heading = headingOf(proposal);
  if (heading === null) return null;
  const { comment, failure, attention } = proposal;
  const facts: readonly (readonly [string, string | null])[] = [
    ["Decided by", deciders(proposal)],
    ["Comment", comment === null ? null : linesOf(comment).join(" ")],
    ["Reason", failure],
    ["Needs review", attention],
  ];
  return {
    heading,
    quote: null,
    facts: facts.flatMap(([name, value]): readonly Fact[] =>
      value === null || value === "" ? [] : [[name, oneLine(value, 2_000)]],
    ),
    link: { label: "Open the spend", url: pageUrl },
    note,
  };
}

function headingOf(proposal: Proposal): string | null {
  const { amountUsd, approvedAmountUsd, capturedUsd } = proposal;
  const spend = (amount: number): string => {
    if (isRequestPermit(proposal)) return requestText(proposal);
    const share = amount === amountUsd ? "" : `${usd(amount)} of `;
    return `${share}${usd(amountUsd)} to ${oneLine(proposal.vendor, 100)}`;
  };
  const approved = `${isTab(proposal) ? "up to " : ""}${spend(approvedAmountUsd ?? amountUsd)}`;
  switch (proposal.status) {
    case "pending":
      return null;
    case "denied":
      return `Denied: ${spend(amountUsd)}`;
    case "approved":
      return `Approved: ${approved}. ${isTab(proposal) ? "The tab is open." : "The payment is in progress."}`;
    case "executed":
      if (isRequestPermit(proposal)) return `Allowed: ${approved}`;
      if (isTab(proposal)) return `Charged: ${spend(capturedUsd)}`;
      return `Paid: ${capturedUsd > 0 ? spend(capturedUsd) : approved}`;
    case "failed":
      return `Not paid: ${approved}`;
  }
}

function deciders(proposal: Proposal): string | null {
  const { status, operator, autoApproved, failure } = proposal;
  if (autoApproved) return "Policy";
  const approvers = approverNames(proposal);
  if (status !== "denied" && approvers !== "") return approvers;
  if (operator !== null) return through(operator, proposal.deniedThrough);
  // Policy and expiry state a reason.
  return failure === null ? "An unnamed approver" : null;
}
