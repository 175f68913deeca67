"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { Explanation } from "../approvals/explanation.tsx";
import { useExplanation } from "../approvals/use-explanation.ts";
import { CodeText } from "../parts/code-text.tsx";
import type { SpendMoney } from "./spend-money.ts";
import { approvalReason } from "./spend-text.ts";
import styles from "./approval-reason.module.css";

interface ApprovalReasonProps {
  readonly proposal: Proposal;
  readonly treasury: SpendMoney;
  /** The rules are loaded once the card has been in view. */
  readonly isSeen: boolean;
}

/** The findings of screening and the rules because of which a spend needs approval. */
export function ApprovalReason({ proposal, treasury, isSeen }: ApprovalReasonProps): ReactNode {
  const { items = [] } = useExplanation(proposal, isSeen);
  const decisive = items.filter(({ effect }) => effect !== "pass" && effect !== "approve");
  const reason = approvalReason(proposal, treasury);
  // The reason of a spend that a rule sends to review is the rule's.
  const isReviewed = proposal.verdict !== "safe" && decisive.every(({ text }) => text !== reason);
  return (
    <div className={styles.reason}>
      {(isReviewed || decisive.length === 0) && (
        <p>
          {isReviewed && <span className={styles.review}>Review</span>}
          <CodeText text={reason} />
        </p>
      )}
      {decisive.length > 0 && <Explanation items={decisive} />}
    </div>
  );
}
