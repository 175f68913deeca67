"use client";

import type { Decision, Proposal, TreasuryState } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useState } from "react";
import { approvedAt } from "../../lib/approval-text.ts";
import { useCommand } from "../../lib/command-context.ts";
import { isLargeSpend, spendTitle } from "../../lib/spend-text.ts";
import { formatUsd } from "../../lib/usd.ts";
import { useDecision } from "../../lib/use-decision.ts";
import { ConfirmDialog } from "../parts/confirm-dialog.tsx";
import { WithdrawApproval } from "./withdraw-approval.tsx";
import styles from "./decision-form.module.css";

interface DecisionFormProps {
  readonly proposal: Proposal;
  readonly treasury: TreasuryState;
  onDecided(): void;
}

export function DecisionForm(props: DecisionFormProps): ReactNode {
  const { proposal, treasury, onDecided } = props;
  const { operatorName, session } = useCommand();
  const { deciding, problem, decide } = useDecision(proposal);
  const [comment, setComment] = useState("");
  const [isAsking, setAsking] = useState(false);
  const amount = formatUsd(proposal.amountUsd);
  const ownApproval = approvedAt(proposal.approvals, session.operator);

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
      <p role="alert" className="problem" hidden={problem === null}>
        {problem}
      </p>
      <div className={styles.buttons} data-only-deny={ownApproval !== null}>
        <button
          type="button"
          className="button"
          disabled={deciding !== null}
          aria-label={`Deny ${amount} to ${proposal.vendor}`}
          onClick={() => void send("deny")}
        >
          {deciding === "deny" ? "Denying…" : "Deny"}
        </button>
        {ownApproval === null && (
          <button
            type="button"
            className="button approve number"
            disabled={deciding !== null}
            aria-label={`Approve ${amount} to ${proposal.vendor}`}
            onClick={approve}
          >
            {deciding === "approve" ? "Approving…" : `Approve ${amount}`}
          </button>
        )}
      </div>
      <p className={styles.operator}>
        {operatorName === "" ? (
          "You decide anonymously."
        ) : (
          <>
            You decide as <bdi>{operatorName}</bdi>.
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
    <div className="field">
      <label htmlFor={id} className="hidden">
        Comment (optional)
      </label>
      <input
        id={id}
        className={`input ${styles.comment}`}
        placeholder="Comment (optional)"
        maxLength={1000}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
