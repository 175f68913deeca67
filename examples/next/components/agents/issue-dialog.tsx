"use client";

import type { IssuedCredential } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { allocationTrees, flattened } from "../../lib/allocations/allocation-tree.ts";
import { useAllocations } from "../../lib/allocations/use-allocations.ts";
import { useCommand } from "../../lib/command-context.ts";
import { useTask } from "../../lib/use-task.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { SelectField } from "../parts/select-field.tsx";
import { TextField } from "../parts/text-field.tsx";
import { TokenDialog } from "./token-dialog.tsx";

interface IssueDialogProps {
  onClose(): void;
  onIssued(): void;
}

const lives: readonly (readonly [string, string])[] = [
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In 1 year"],
  ["", "Never"],
];

const empty = { agentId: "", name: "", owner: "", allocationId: "", days: "90" };

export function IssueDialog({ onClose, onIssued }: IssueDialogProps): ReactNode {
  const { client } = useCommand();
  const { data } = useAllocations();
  const { isBusy, problem, run, setProblem } = useTask();
  const [form, setForm] = useState(empty);
  const [issued, setIssued] = useState<IssuedCredential | null>(null);
  const change = (fields: Partial<typeof empty>): void => setForm({ ...form, ...fields });

  const issue = async (): Promise<void> => {
    const { agentId, name, owner, allocationId, days } = form;
    if (agentId.trim() === "") {
      setProblem("Enter an agent id, for example buyer-1.");
      return;
    }
    await run(async () => {
      const answer = await client.credentials.issue({
        agentId: agentId.trim(),
        name: name.trim() || agentId.trim(),
        owner: owner.trim() || undefined,
        allocationId: allocationId || undefined,
        expiresInDays: days === "" ? undefined : Number(days),
      });
      setIssued(answer);
      onIssued();
    });
  };
  if (issued !== null) return <TokenDialog issued={issued} onClose={onClose} />;
  const allocations = flattened(allocationTrees(data?.allocations ?? []));
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Issue a credential"
      description="The agent can propose spends and read its own proposals. The next step shows its token once."
      action={isBusy ? "Issuing…" : "Issue credential"}
      isBusy={isBusy}
      problem={problem}
      onSubmit={() => void issue()}
    >
      <TextField
        label="Agent id"
        hint="Used in rules. Several credentials may have the same agent."
        value={form.agentId}
        maxLength={64}
        onChange={(agentId) => change({ agentId })}
      />
      <TextField
        label="Name (optional)"
        hint="Shown to approvers."
        value={form.name}
        maxLength={100}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="Owner (optional)"
        hint="The person behind the agent. Default: you."
        value={form.owner}
        maxLength={128}
        onChange={(owner) => change({ owner })}
      />
      {allocations.length > 0 && (
        <SelectField
          label="Allocation"
          value={form.allocationId}
          options={[
            ["", "None"],
            ...allocations.map(
              ({ allocation, depth }) =>
                [allocation.id, `${"\u00a0\u00a0".repeat(depth)}${allocation.name}`] as const,
            ),
          ]}
          onChange={(allocationId) => change({ allocationId })}
        />
      )}
      <SelectField
        label="Expires"
        value={form.days}
        options={lives}
        onChange={(days) => change({ days })}
      />
    </FormDialog>
  );
}
