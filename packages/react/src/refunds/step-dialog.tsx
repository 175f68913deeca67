"use client";

import { type ReactNode, useState } from "react";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { SelectField } from "../parts/select-field.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import type { CaseDialogProps } from "./refund-dialog.tsx";
import { stepText } from "./refund-text.ts";

const steps = ["refund_requested", "disputed", "delivered", "refused", "withdrawn"] as const;

/** Records what a person did, or how the case ended. */
export function StepDialog({ found, onClose, onRecorded }: CaseDialogProps): ReactNode {
  const { client, approverName, announce } = useTreasuryContext();
  const { isBusy, problem, run } = useTask();
  const [chosen, setChosen] = useState<string>(steps[0]);
  const [note, setNote] = useState("");
  const step = steps.find((one) => one === chosen) ?? steps[0];
  const record = async (): Promise<void> => {
    await run(async () => {
      const { case: after } = await client.refunds.update({
        proposalId: found.proposalId,
        step,
        ...(note.trim() !== "" && { note: note.trim() }),
        ...(approverName !== "" && { operator: approverName }),
      });
      announce(`Recorded: ${stepText(step)}.`);
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
      title={`Record a step of the case of ${found.vendor}`}
      description="The treasury sends no request and files no dispute: it records what you did. The last three end the case."
      action={isBusy ? "Recording…" : "Record step"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void record()}
    >
      <SelectField
        label="Step"
        value={step}
        options={steps.map((one) => [one, stepText(one)])}
        onChange={setChosen}
      />
      <TextField
        label="Note"
        hint="For example the payee's reference of the request."
        value={note}
        maxLength={2_000}
        onChange={setNote}
      />
    </FormDialog>
  );
}
