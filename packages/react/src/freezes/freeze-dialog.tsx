"use client";

import { type ReactNode, useState } from "react";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { SelectField } from "../parts/select-field.tsx";
import { TextField } from "../parts/text-field.tsx";
import { FreezeResultDialog } from "./freeze-result-dialog.tsx";
import { type FreezeScope, freezeConsequence } from "./freeze-text.ts";
import { type FreezeResult, useFreezing } from "./use-freezing.ts";

interface FreezeDialogProps {
  readonly scope: FreezeScope;
  readonly id: string;
  onClose(): void;
}

export function FreezeDialog(props: FreezeDialogProps): ReactNode {
  const { onClose } = props;
  const { freeze } = useFreezing();
  const { isBusy, problem, run, setProblem } = useTask();
  const [scope, setScope] = useState<FreezeScope>(props.scope);
  const [id, setId] = useState(props.id);
  const [reason, setReason] = useState("");
  const [result, setResult] = useState<FreezeResult | null>(null);
  const idLabel = idLabels[scope];

  const submit = async (): Promise<void> => {
    if (idLabel !== null && id.trim() === "") {
      setProblem(`Enter the ${idLabel.toLowerCase()}.`);
      return;
    }
    await run(async () => setResult(await freeze({ scope, id: id.trim(), reason: reason.trim() })));
  };
  if (result !== null) return <FreezeResultDialog result={result} onClose={onClose} />;
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Freeze payments?"
      description={freezeConsequence(scope)}
      action={isBusy ? "Freezing…" : "Freeze payments"}
      tone="danger"
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void submit()}
    >
      <SelectField
        label="What to freeze"
        value={scope}
        options={scopeOptions}
        onChange={(value) => setScope(value as FreezeScope)}
      />
      {idLabel !== null && (
        <TextField label={idLabel} value={id} maxLength={200} onChange={setId} />
      )}
      <TextField label="Reason (optional)" value={reason} maxLength={1000} onChange={setReason} />
    </FormDialog>
  );
}

const idLabels: Readonly<Record<FreezeScope, string | null>> = {
  workspace: null,
  allocation: "Allocation id",
  agent: "Agent id",
  vendor: "Vendor",
  all: null,
};

const scopeOptions: readonly (readonly [FreezeScope, string])[] = [
  ["workspace", "This workspace"],
  ["allocation", "An allocation"],
  ["agent", "An agent"],
  ["vendor", "A vendor"],
  ["all", "All workspaces"],
];
