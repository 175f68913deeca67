import type { ReactNode } from "react";
import { SelectField } from "../parts/select-field.tsx";
import { TextField } from "../parts/text-field.tsx";
import type { StandingForm } from "./standing-form.ts";
import dialog from "../parts/dialog.module.css";

interface StandingFieldsProps {
  readonly form: StandingForm;
  onChange(fields: Partial<StandingForm>): void;
}

/** The limits of a standing approval. */
export function StandingFields({ form, onChange }: StandingFieldsProps): ReactNode {
  return (
    <>
      <TextField
        label="Maximum of each spend in USD"
        inputMode="decimal"
        value={form.maximum}
        maxLength={20}
        onChange={(maximum) => onChange({ maximum })}
      />
      <div className={dialog.pair}>
        <TextField
          label="Limit in USD (optional)"
          inputMode="decimal"
          value={form.limit}
          maxLength={20}
          onChange={(limit) => onChange({ limit })}
        />
        <SelectField
          label="Window"
          value={form.per}
          options={windows}
          onChange={(per) => onChange({ per })}
        />
      </div>
      <TextField
        label="Number of spends (optional)"
        inputMode="numeric"
        value={form.count}
        maxLength={5}
        onChange={(count) => onChange({ count })}
      />
      <SelectField
        label="Ends"
        value={form.days}
        options={
          lives.some(([days]) => days === form.days)
            ? lives
            : [[form.days, `In ${form.days} days`], ...lives]
        }
        onChange={(days) => onChange({ days })}
      />
    </>
  );
}

const windows: readonly (readonly [string, string])[] = [
  ["day", "Per day"],
  ["week", "Per week"],
  ["month", "Per month"],
  ["quarter", "Per quarter"],
  ["year", "Per year"],
];

const lives: readonly (readonly [string, string])[] = [
  ["7", "In 7 days"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In 1 year"],
];
