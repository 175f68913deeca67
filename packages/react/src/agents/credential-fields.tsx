"use client";

import type { ReactNode } from "react";
import { allocationTrees, flattened, optionOf } from "../allocations/allocation-nodes.ts";
import { useAllocations } from "../allocations/use-allocations.ts";
import { SelectField } from "../parts/select-field.tsx";
import { TextField } from "../parts/text-field.tsx";

export interface CredentialForm {
  readonly agentId: string;
  readonly name: string;
  readonly owner: string;
  /** Empty for none. */
  readonly allocationId: string;
  readonly role: "agent" | "meter";
  /** Days until it expires. Empty for no expiry. */
  readonly days: string;
}

const lives: readonly (readonly [string, string])[] = [
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In 1 year"],
  ["", "Never"],
];

const roles: readonly (readonly [string, string])[] = [
  ["agent", "Agent: proposes spends"],
  ["meter", "Meter: reports costs of tabs"],
];

interface CredentialFieldsProps {
  readonly form: CredentialForm;
  onChange(fields: Partial<CredentialForm>): void;
}

export function CredentialFields({ form, onChange }: CredentialFieldsProps): ReactNode {
  const { data } = useAllocations();
  const allocations = flattened(allocationTrees(data?.allocations ?? []));
  return (
    <>
      <TextField
        label="Agent id"
        hint="Used in rules. Several credentials may have the same agent."
        value={form.agentId}
        maxLength={64}
        onChange={(agentId) => onChange({ agentId })}
      />
      <SelectField
        label="Role"
        value={form.role}
        options={roles}
        onChange={(role) => onChange({ role: role === "meter" ? role : "agent" })}
      />
      <TextField
        label="Name (optional)"
        hint="Shown to approvers."
        value={form.name}
        maxLength={100}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label="Owner (optional)"
        hint="The person behind the agent. Default: you."
        value={form.owner}
        maxLength={128}
        onChange={(owner) => onChange({ owner })}
      />
      {allocations.length > 0 && (
        <SelectField
          label="Allocation"
          value={form.allocationId}
          options={[["", "None"], ...allocations.map(optionOf)]}
          onChange={(allocationId) => onChange({ allocationId })}
        />
      )}
      <SelectField
        label="Expires"
        value={form.days}
        options={lives}
        onChange={(days) => onChange({ days })}
      />
    </>
  );
}
