"use client";

import type { Decision, Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useState } from "react";
import { approvedAt } from "../approvals/approval-text.ts";
import { formatUsd } from "../format/usd.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import type { SpendMoney } from "./spend-money.ts";
import { isLargeSpend, spendTitle } from "./spend-text.ts";
import { useDecision } from "./use-decision.ts";
import { WithdrawApproval } from "./withdraw-approval.tsx";
import styles from "./decision-form.module.css";

interface DecisionFormProps {
  readonly proposal: Proposal;
  readonly treasury: SpendMoney;
  onDecided(): void;
}

export function DecisionForm(props: DecisionFormProps): ReactNode {
  const { proposal, treasury, onDecided } = props;
  const { approverName, approver = null } = useTreasuryContext();
  const { deciding, problem, decide } = useDecision(proposal);
  const [comment, setComment] = useState("");
  const [isAsking, setAsking] = useState(false);
  const amount = formatUsd(proposal.amountUsd);
  const ownApproval = approvedAt(proposal.approvals, approver);

  const send = async (decision: Decision): Promise<void> => {
    if (await decide(decision, comment.trim())) onDecided();
  };
  const approve = (): void => {
    if (isLargeSpend(proposal, treasury)) setAsking(true);
    else void send("approve");
  };
  return (
    <div className={styles.form}>
      {ownApproval !== null && (
        <WithdrawApproval proposal={proposal} approvedAt={ownApproval} onWithdrawn={onDecided} />
      )}
      <Comment value={comment} onChange={setComment} />
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
      <div className={styles.buttons} data-only-deny={ownApproval !== null}>
        <button
          type="button"
          className="at-button"
          disabled={deciding !== null}
          aria-label={`Deny ${amount} to ${proposal.vendor}`}
          onClick={() => void send("deny")}
        >
          {deciding === "deny" ? "Denying…" : "Deny"}
        </button>
        {ownApproval === null && (
          <button
            type="button"
            className="at-button at-button-approve at-number"
            disabled={deciding !== null}
            aria-label={`Approve ${amount} to ${proposal.vendor}`}
            onClick={approve}
          >
            {deciding === "approve" ? "Approving…" : `Approve ${amount}`}
          </button>
        )}
      </div>
      <p className={styles.operator}>
        {approverName === "" ? (
          "You decide anonymously."
        ) : (
          <>
            You decide as <bdi>{approverName}</bdi>.
          </>
        )}
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`${spendTitle(proposal)}?`}
        description={`The limit for one spend is ${formatUsd(treasury.budget.maxSpendPerActionUsd)}. An approved spend is paid immediately and cannot be undone here.`}
        action={`Approve ${amount}`}
        tone="approve"
        onConfirm={() => void send("approve")}
      />
    </div>
  );
}

interface CommentProps {
  readonly value: string;
  onChange(value: string): void;
}

function Comment({ value, onChange }: CommentProps): ReactNode {
  const id = useId();
  return (
    <div className="at-field">
      <label htmlFor={id} className="at-hidden">
        Comment (optional)
      </label>
      <input
        id={id}
        className={`at-input ${styles.comment}`}
        placeholder="Comment (optional)"
        maxLength={1000}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
