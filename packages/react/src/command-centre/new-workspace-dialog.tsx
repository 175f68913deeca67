"use client";

import { type ReactNode, useState } from "react";
import { FormDialog } from "../parts/form-dialog.tsx";
import { TextField } from "../parts/text-field.tsx";
import { isWorkspaceName, workspaceNameRule } from "./workspace-name.ts";

interface NewWorkspaceDialogProps {
  /** The workspaces that exist, as far as they are known. */
  readonly existing: readonly string[];
  onCreate(workspaceId: string): void;
  onClose(): void;
}

export function NewWorkspaceDialog(props: NewWorkspaceDialogProps): ReactNode {
  const { existing, onCreate, onClose } = props;
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (): void => {
    const id = name.trim();
    if (!isWorkspaceName(id)) setProblem(`A name has ${workspaceNameRule}.`);
    else if (existing.includes(id)) setProblem(`${id} exists. Choose it in the list.`);
    else onCreate(id);
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="New workspace"
      description="It has its own balance, ledger and rules. It is saved with its first deposit, spend or other change."
      action="Create workspace"
      isBusy={false}
      problem={problem}
      onSubmit={submit}
    >
      <TextField label="Name" value={name} maxLength={128} onChange={setName} />
    </FormDialog>
  );
}
