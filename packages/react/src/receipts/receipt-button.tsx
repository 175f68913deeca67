"use client";

import { FileCheck } from "lucide-react";
import type { ReactNode } from "react";
import { readFailureText } from "../format/failure-text.ts";
import { useTask } from "../hooks/use-task.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import { saveFile } from "../support/save-file.ts";

interface ReceiptButtonProps {
  readonly proposalId: string;
  readonly workspaceId?: string;
  /** What the receipt is of, for screen readers. */
  readonly of: string;
  readonly className?: string | undefined;
}

/** Saves a receipt of a paid spend, which others can verify. Nothing where receipts are off. */
export function ReceiptButton(props: ReceiptButtonProps): ReactNode {
  const { proposalId, workspaceId, of, className = "at-button" } = props;
  const { client, announce } = useTreasuryContext();
  const { state } = useTreasury();
  const { isBusy, problem, run } = useTask(readFailureText);
  if (state?.hasReceipts !== true) return null;
  const save = async (): Promise<void> => {
    const place = workspaceId === undefined ? {} : { workspaceId };
    const { receipt } = await client.receipts.issue({ ...place, proposalId });
    saveFile(`receipt-${proposalId}.txt`, receipt, "text/plain");
    announce(`The receipt of ${of} is saved.`);
  };
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isBusy}
        aria-label={`Receipt of ${of}`}
        onClick={() => void run(save)}
      >
        <FileCheck size={14} aria-hidden="true" /> Receipt
      </button>
      <span role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </span>
    </>
  );
}
