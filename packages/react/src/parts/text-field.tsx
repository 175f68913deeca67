import { type ReactNode, useId } from "react";

interface TextFieldProps {
  readonly label: string;
  /** Below the field. */
  readonly hint?: string;
  readonly value: string;
  readonly type?: "text" | "datetime-local";
  readonly inputMode?: "text" | "decimal" | "numeric";
  readonly maxLength?: number;
  onChange(value: string): void;
}

export function TextField(props: TextFieldProps): ReactNode {
  const { label, hint, onChange, ...input } = props;
  const id = useId();
  return (
    <div className="at-field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="at-input"
        autoComplete="off"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="at-soft at-small">
          {hint}
        </p>
      )}
    </div>
  );
}
