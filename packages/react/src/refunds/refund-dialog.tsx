"use client";

import type { RefundCase } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { formatUsd, readUsd } from "../format/usd.ts";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";

export interface CaseDialogProps {
  readonly found: RefundCase;
  onClose(): void;
  onRecorded(after: RefundCase): void;
}

/** Records money that the payee returned. */
export function RefundDialog({ found, onClose, onRecorded }: CaseDialogProps): ReactNode {
  const { client, approverName, announce } = useTreasuryContext();
  const { isBusy, problem, run, setProblem } = useTask();
  const [reference, setReference] = useState("");
  const [typed, setTyped] = useState("");
  const { proposalId, vendor } = found;
  const record = async (): Promise<void> => {
    const amountUsd = readUsd(typed);
    if (reference.trim() === "" || (typed.trim() !== "" && amountUsd === null)) {
      setProblem("Enter the payee's reference, and an amount in USD or none.");
      return;
    }
    await run(async () => {
      const { case: after } = await client.refunds.record({
        proposalId,
        reference: reference.trim(),
        ...(amountUsd !== null && { amountUsd }),
        ...(approverName !== "" && { operator: approverName }),
      });
      announce(`${formatUsd(after.refundedUsd)} of ${formatUsd(after.paidUsd)} are refunded.`);
      onRecorded(after);
      onClose();
    });
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Record a refund of ${vendor}`}
      description="It counts once, and at most what was paid. A payment on a chain is looked up there."
      action={isBusy ? "Recording…" : "Record refund"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void record()}
    >
      <TextField
        label="Reference of the refund"
        hint="For example the hash of a transaction."
        value={reference}
        maxLength={255}
        onChange={setReference}
      />
      <TextField
        label="Amount in USD"
        hint="Not needed if the payment can be looked up."
        inputMode="decimal"
        value={typed}
        maxLength={20}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
