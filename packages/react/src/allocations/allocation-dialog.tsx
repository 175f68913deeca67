"use client";

import type { Allocation } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { actionResult } from "../administration/action-text.ts";
import { allocationChange, isSameAllocation } from "../administration/changes-of.ts";
import { useAdministrationUpdate, usePendingActions } from "../administration/use-actions.ts";
import { useTask } from "../hooks/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { AllocationFields } from "./allocation-fields.tsx";
import { formOf, idFor, readForm } from "./allocation-form.ts";
import type { NestedAllocation } from "./allocation-nodes.ts";

interface AllocationDialogProps {
  /** Null to create one. */
  readonly allocation: Allocation | null;
  /** Of a new allocation. */
  readonly parent: string | null;
  readonly others: readonly NestedAllocation[];
  onClose(): void;
}

export function AllocationDialog(props: AllocationDialogProps): ReactNode {
  const { allocation, parent, others, onClose } = props;
  const { client, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const pending = usePendingActions();
  const { isBusy, problem, run, setProblem } = useTask();
  const [before] = useState(() => formOf(allocation, parent));
  const [form, setForm] = useState(before);
  const isNew = allocation === null;
  const id = isNew && form.id === "" ? idFor(form.name) : form.id;

  const submit = async (): Promise<void> => {
    const read = readForm({ ...form, id }, isNew ? null : before);
    if (read.request === null) {
      setProblem(read.problem);
      return;
    }
    if (isNew && others.some((other) => other.allocation.id === id)) {
      setProblem(`The allocation ${id} exists. Choose another id.`);
      return;
    }
    const waiting = allocationChange(pending, id);
    if (waiting !== undefined && isSameAllocation(waiting, read.request)) {
      setProblem("This change waits for approval already.");
      return;
    }
    const isDone = await run(async () => {
      const { action } = await client.allocations.set(read.request);
      const name = form.name.trim() || id;
      announce(isNew ? `Created allocation ${name}.` : actionResult(action));
    });
    update();
    if (isDone) onClose();
  };
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={isNew ? "New allocation" : `Change ${allocation.name}`}
      description={
        isNew
          ? "Spends count against it and all allocations above it."
          : "A lower limit stops new spends at once. A higher limit may need approval."
      }
      action={isBusy ? "Saving…" : isNew ? "Create allocation" : "Save changes"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void submit()}
    >
      <AllocationFields
        form={{ ...form, id }}
        isNew={isNew}
        parents={others.filter((other) => other.allocation.id !== allocation?.id)}
        onChange={(fields) => setForm({ ...form, ...fields })}
      />
    </FormDialog>
  );
}
