"use client";

import type { PaidByPolicy } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { actionResult } from "../administration/action-text.ts";
import { useAdministrationUpdate } from "../administration/use-actions.ts";
import { readUsd } from "../format/usd.ts";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { SelectField } from "../parts/select-field.tsx";
import { TextField } from "../parts/text-field.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useRails } from "../rails/use-rails.ts";

export type PaidPayee = PaidByPolicy["payees"][number];

interface AddPayeeDialogProps {
  /** Confirms this payee. Default: the person names one. */
  readonly paid?: PaidPayee;
  onClose(): void;
  onAdded(): void;
}

/** Adds a payee, which can need the approvals of several persons. */
export function AddPayeeDialog({ paid, onClose, onAdded }: AddPayeeDialogProps): ReactNode {
  const { client, approverName, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const { isBusy, problem, run, setProblem } = useTask();
  const [vendor, setVendor] = useState(paid?.vendor ?? "");
  const [typed, setTyped] = useState(String(paid?.largestUsd ?? ""));
  const [chosen, setChosen] = useState<string | null>(null);
  const connected = useRails().data?.rails.map(({ rail }) => rail) ?? [];
  const rails = [...new Set(["ledger", ...connected])];
  const rail = paid?.rail ?? chosen ?? "ledger";

  const add = async (): Promise<void> => {
    const amountUsd = readUsd(typed) ?? 0;
    if (vendor.trim() === "" || amountUsd <= 0) {
      setProblem("Enter the payee, and an amount above zero in USD, for example 24 or 12.50.");
      return;
    }
    const operator = approverName === "" ? undefined : approverName;
    const isDone = await run(async () => {
      const request = { vendor: vendor.trim(), amountUsd, rail, operator };
      announce(actionResult((await client.payees.add(request)).action));
    });
    update();
    if (!isDone) return;
    onAdded();
    onClose();
  };
  const action = paid === undefined ? "Add payee" : "Confirm payee";
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={paid === undefined ? "Add a payee" : `Confirm ${paid.vendor}`}
      description="Later payments up to twice this amount may be automatic, within the limits."
      action={isBusy ? "Adding…" : action}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void add()}
    >
      {paid === undefined && (
        <TextField
          label="Payee"
          hint="The name as agents write it, or the https origin of a seller."
          value={vendor}
          maxLength={200}
          onChange={setVendor}
        />
      )}
      <TextField
        label="Amount in USD"
        inputMode="decimal"
        value={typed}
        maxLength={20}
        onChange={setTyped}
      />
      {paid === undefined && rails.length > 1 && (
        <SelectField
          label="Payment executor"
          value={rail}
          options={rails.map((one) => [one, one])}
          onChange={setChosen}
        />
      )}
    </FormDialog>
  );
}
