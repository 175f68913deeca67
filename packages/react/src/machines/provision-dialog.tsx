"use client";

import type { AgentSpec } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";

interface ProvisionDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly spec: AgentSpec;
  onProvisioned(): void;
}

export function ProvisionDialog(props: ProvisionDialogProps): ReactNode {
  const { open, onOpenChange, spec, onProvisioned } = props;
  const { client, announce } = useTreasuryContext();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const provision = async (form: FormData): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const goal = textOf(form, "goal");
      const label = textOf(form, "label");
      const { machine } = await client.machines.provision({ goal, label });
      announce(`The machine ${machine.label ?? machine.name} is ${machine.state}.`);
      onProvisioned();
      onOpenChange(false);
    } catch (error) {
      setProblem(failureText(error));
      onProvisioned();
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Provision a machine"
      description={`${spec.cpuKind}, ${spec.cpus} CPU, ${spec.memoryMb} MB, in ${spec.region}. The host bills it until it is suspended or destroyed. The ledger does not include this cost.`}
      action={isBusy ? "Starting…" : "Provision"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={(form) => void provision(form)}
    >
      <NamedField name="label" label="Name (optional)" maxLength={100} />
      <NamedField name="goal" label="Purpose (optional)" maxLength={300} />
    </FormDialog>
  );
}

interface NamedFieldProps {
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
}

function NamedField({ label, ...input }: NamedFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="at-field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} className="at-input" autoComplete="off" />
    </div>
  );
}

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
