"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoment } from "../../lib/moment.ts";
import { formatUsd } from "../../lib/usd.ts";
import { useWithdrawal } from "../../lib/use-withdrawal.ts";
import styles from "./withdraw-approval.module.css";

interface WithdrawApprovalProps {
  readonly proposal: Proposal;
  /** ISO 8601. */
  readonly approvedAt: string;
  onWithdrawn(): void;
}

export function WithdrawApproval(props: WithdrawApprovalProps): ReactNode {
  const { proposal, approvedAt, onWithdrawn } = props;
  const { isBusy, problem, withdraw } = useWithdrawal(proposal);
  const submit = async (): Promise<void> => {
    if (await withdraw()) onWithdrawn();
  };
  return (
    <div className={styles.approved}>
      <p>
        You approved at <span className="number">{formatMoment(approvedAt)}</span>.
      </p>
      <button
        type="button"
        className="button"
        disabled={isBusy}
        aria-label={`Withdraw approval of ${formatUsd(proposal.amountUsd)} to ${proposal.vendor}`}
        onClick={() => void submit()}
      >
        <Undo2 size={15} aria-hidden="true" /> {isBusy ? "Withdrawing…" : "Withdraw approval"}
      </button>
      <p role="alert" className="problem" hidden={problem === null}>
        {problem}
      </p>
    </div>
  );
}
