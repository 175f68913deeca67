import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { progressText } from "../approvals/approval-text.ts";
import { Facts } from "../parts/facts.tsx";
import { lowerAmountText } from "./lower-amount.ts";
import { agentText } from "./proposer-text.ts";
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
    ["Comment", proposal.comment],
    ["Failure", proposal.failure],
    ["Needs review", proposal.attention],
    ["For", proposal.purpose],
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
      <SpendRules proposal={proposal} isShown={isShown} />
    </div>
  );
}

function approvalsText({ approvals }: Proposal): string {
  const names = approvals.by.map(({ name }) => name ?? "an unnamed approver").join(", ");
  return names === "" ? progressText(approvals) : `${progressText(approvals)}: ${names}`;
}
