"use client";

import type { AgentSpec } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { useCommand } from "../../lib/command-context.ts";
import { failureText } from "../../lib/failure-text.ts";
import { FormDialog } from "../parts/form-dialog.tsx";

interface ProvisionDialogProps {
  readonly open: boolean;
  onOpenChange(open: boolean): void;
  readonly spec: AgentSpec;
  onProvisioned(): void;
}

export function ProvisionDialog(props: ProvisionDialogProps): ReactNode {
  const { open, onOpenChange, spec, onProvisioned } = props;
  const { client, announce } = useCommand();
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
      <div className="field">
        <label htmlFor="machine-label">Name (optional)</label>
        <input
          id="machine-label"
          name="label"
          className="input"
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <div className="field">
        <label htmlFor="machine-goal">Purpose (optional)</label>
        <input id="machine-goal" name="goal" className="input" maxLength={300} autoComplete="off" />
      </div>
    </FormDialog>
  );
}

function textOf(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
