import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { type GivenApproval, meansText, progressText } from "../approvals/approval-text.ts";
import { Facts } from "../parts/facts.tsx";
import { ReceiptButton } from "../receipts/receipt-button.tsx";
import { BoughtResource } from "./bought-resource.tsx";
import { lowerAmountText } from "./lower-amount.ts";
import { agentText } from "./proposer-text.ts";
import { purposeText, railText } from "./quote-text.ts";
import { SpendRules } from "./spend-rules.tsx";
import { decider, screeningResult } from "./spend-text.ts";
import styles from "./spend-outcome.module.css";

interface SpendOutcomeProps {
  readonly proposal: Proposal;
  readonly isShown: boolean;
}

export function SpendOutcome({ proposal, isShown }: SpendOutcomeProps): ReactNode {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Decided", decider(proposal)],
    ["Amount", lowerAmountText(proposal)],
    ["Approvals", proposal.approvals.needed > 1 ? approvalsText(proposal) : null],
    ["Comment", commentsText(proposal)],
    ["Failure", proposal.failure],
    ["Needs review", proposal.attention],
    ["For", purposeText(proposal)],
    ["Paid by", proposal.quote && railText(proposal.quote)],
    ["Seller’s words", proposal.quote?.description ?? null],
    ["Screening", screeningResult(proposal)],
    ["Agent", agentText(proposal)],
    ["On behalf of", proposal.onBehalfOf],
    ["Allocation", proposal.allocationId],
    ["Reference", proposal.reference],
    ["Proposal", proposal.id],
  ];
  return (
    <div className={styles.unfolded}>
      <Facts facts={facts} />
      <BoughtResource proposal={proposal} />
      {proposal.capturedUsd > 0 && (
        <div>
          <ReceiptButton
            proposalId={proposal.id}
            workspaceId={proposal.workspaceId}
            of={`the payment to ${proposal.vendor}`}
          />
        </div>
      )}
      <SpendRules proposal={proposal} isShown={isShown} />
    </div>
  );
}

function approvalsText({ approvals }: Proposal): string {
  const names = approvals.by.map((approval) => {
    const means = meansText(approval);
    return means === null ? nameOf(approval) : `${nameOf(approval)} (${means})`;
  });
  if (names.length === 0) return progressText(approvals);
  return `${progressText(approvals)}: ${names.join(", ")}`;
}

/** The comment of the person who decided, or those of several approvers. */
function commentsText({ comment, approvals }: Proposal): string | null {
  const comments = approvals.by.filter((approval) => approval.comment !== null);
  if (comments.every((approval) => approval.comment === comment)) return comment;
  return comments.map((approval) => `${nameOf(approval)}: “${approval.comment}”`).join(" ");
}

function nameOf({ name }: GivenApproval): string {
  return name ?? "An unnamed approver";
}
