import type { ReactNode } from "react";
import { SelectField } from "../parts/select-field.tsx";
import { TextField } from "../parts/text-field.tsx";
import type { AllocationForm } from "./allocation-form.ts";
import { type NestedAllocation, optionOf } from "./allocation-nodes.ts";
import dialog from "../parts/dialog.module.css";

interface AllocationFieldsProps {
  readonly form: AllocationForm;
  readonly isNew: boolean;
  readonly parents: readonly NestedAllocation[];
  onChange(fields: Partial<AllocationForm>): void;
}

export function AllocationFields(props: AllocationFieldsProps): ReactNode {
  const { form, isNew, parents, onChange } = props;
  return (
    <>
      <TextField
        label="Name"
        value={form.name}
        maxLength={100}
        onChange={(name) => onChange({ name })}
      />
      {isNew && (
        <TextField
          label="Id"
          hint="Used in rules and credentials. It cannot be changed."
          value={form.id}
          maxLength={64}
          onChange={(id) => onChange({ id })}
        />
      )}
      <SelectField
        label="Below"
        value={form.parent}
        options={[["", "The workspace"], ...parents.map(optionOf)]}
        onChange={(parent) => onChange({ parent })}
      />
      <div className={dialog.pair}>
        <TextField
          label="Limit in USD (optional)"
          inputMode="decimal"
          value={form.limit}
          onChange={(limit) => onChange({ limit })}
        />
        <SelectField
          label="Window"
          value={form.window}
          options={windows}
          onChange={(window) => onChange({ window })}
        />
      </div>
      {form.window === "rolling" && (
        <TextField
          label="Hours"
          inputMode="numeric"
          value={form.hours}
          onChange={(hours) => onChange({ hours })}
        />
      )}
      <TextField
        label="Ends (optional)"
        type="datetime-local"
        value={form.ends}
        onChange={(ends) => onChange({ ends })}
      />
    </>
  );
}

const windows: readonly (readonly [string, string])[] = [
  ["hour", "Per hour"],
  ["day", "Per day"],
  ["week", "Per week"],
  ["month", "Per month"],
  ["quarter", "Per quarter"],
  ["year", "Per year"],
  ["rolling", "Rolling hours"],
  ["total", "In total"],
];
