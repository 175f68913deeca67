"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { Explanation } from "../approvals/explanation.tsx";
import { useExplanation } from "../approvals/use-explanation.ts";
import { CodeText } from "../parts/code-text.tsx";
import { decisiveRules } from "./decisive-rules.ts";
import type { SpendMoney } from "./spend-money.ts";
import { approvalReason } from "./spend-text.ts";
import styles from "./approval-reason.module.css";

interface ApprovalReasonProps {
  readonly proposal: Proposal;
  readonly treasury: SpendMoney;
  /** The rules are loaded once the card has been in view. */
  readonly isSeen: boolean;
}

/** The finding of screening and the most important rules because of which a spend needs approval. */
export function ApprovalReason({ proposal, treasury, isSeen }: ApprovalReasonProps): ReactNode {
  const { items = [] } = useExplanation(proposal, isSeen);
  const { shown, more } = decisiveRules(items);
  const reason = approvalReason(proposal, treasury);
  // The reason of a spend that a rule sends to review is the rule's.
  const isReviewed =
    proposal.verdict !== "safe" && shown.every(({ text }) => !text.includes(reason));
  return (
    <div className={styles.reason}>
      {(isReviewed || shown.length === 0) && (
        <p>
          {isReviewed && <span className={styles.review}>Review</span>}
          <CodeText text={reason} />
        </p>
      )}
      {shown.length > 0 && <Explanation items={shown} />}
      {more > 0 && (
        <p className="at-soft">
          {more} more {more === 1 ? "rule" : "rules"} in the details.
        </p>
      )}
    </div>
  );
}
