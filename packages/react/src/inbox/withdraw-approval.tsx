"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { formatMoment } from "../format/moment.ts";
import { formatUsd } from "../format/usd.ts";
import { vendorText } from "./quote-text.ts";
import { useWithdrawal } from "./use-withdrawal.ts";
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
        You approved at <span className="at-number">{formatMoment(approvedAt)}</span>.
      </p>
      <button
        type="button"
        className="at-button"
        disabled={isBusy}
        aria-label={`Withdraw approval of ${formatUsd(proposal.amountUsd)} to ${vendorText(proposal)}`}
        onClick={() => void submit()}
      >
        <Undo2 size={15} aria-hidden="true" /> {isBusy ? "Withdrawing…" : "Withdraw approval"}
      </button>
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
    </div>
  );
}
