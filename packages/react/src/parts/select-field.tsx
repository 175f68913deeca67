import { type ReactNode, useId } from "react";

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  onChange(value: string): void;
}

export function SelectField({ label, value, options, onChange }: SelectFieldProps): ReactNode {
  const id = useId();
  return (
    <div className="at-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="at-input"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
