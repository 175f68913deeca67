import { type ReactNode, useId, useState } from "react";
import { dayNames } from "../condition-parts.ts";
import { readText, textOf } from "./field-text.ts";
import type { RuleField } from "./rule-fields.ts";
import styles from "./rule-form.module.css";

interface FieldInputProps {
  readonly field: RuleField;
  readonly value: unknown;
  /** The predicates of the field's problems. */
  readonly problems: readonly string[];
  /** @param value - Undefined to remove the field. */
  onChange(value: unknown): void;
}

/** One field of a rule with its problems below. */
export function FieldInput({ field, value, problems, onChange }: FieldInputProps): ReactNode {
  const id = useId();
  const { label, kind, hint } = field;
  const isWrong = problems.length > 0;
  const described = isWrong ? `${id}-problem` : hint === undefined ? undefined : `${id}-hint`;
  const control = { id, "aria-describedby": described, "aria-invalid": isWrong || undefined };
  return (
    <div className={kind === "switch" ? styles.switch : "at-field"} data-kind={kind}>
      {kind === "days" ? (
        <span id={id} className="at-label">
          {label}
        </span>
      ) : (
        <label htmlFor={id}>{label}</label>
      )}
      <Control field={field} value={value} control={control} onChange={onChange} />
      {isWrong ? (
        <p id={`${id}-problem`} className="at-problem at-small">
          {problems.map((problem) => `It ${problem}.`).join(" ")}
        </p>
      ) : (
        hint !== undefined && (
          <p id={`${id}-hint`} className="at-soft at-small">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

interface ControlProps extends Pick<FieldInputProps, "field" | "value" | "onChange"> {
  readonly control: {
    readonly id: string;
    readonly "aria-describedby": string | undefined;
    readonly "aria-invalid": true | undefined;
  };
}

function Control({ field, value, control, onChange }: ControlProps): ReactNode {
  switch (field.kind) {
    case "choice":
      return <Choice field={field} value={value} control={control} onChange={onChange} />;
    case "switch":
      return (
        <input
          {...control}
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked ? true : undefined)}
        />
      );
    case "days":
      return <Days value={value} labelledBy={control.id} onChange={onChange} />;
    default:
      return <Text field={field} value={value} control={control} onChange={onChange} />;
  }
}

/** Keeps what is typed, such as an empty last line. */
function Text({ field: { kind }, value, control, onChange }: ControlProps): ReactNode {
  const [typed, setTyped] = useState(() => textOf(value));
  const change = (text: string): void => {
    setTyped(text);
    onChange(readText(kind, text));
  };
  const shared = { ...control, className: "at-input", autoComplete: "off", spellCheck: false };
  if (kind === "list") {
    return (
      <textarea
        {...shared}
        rows={Math.max(2, typed.split("\n").length)}
        value={typed}
        onChange={({ target }) => change(target.value)}
      />
    );
  }
  return (
    <input
      {...shared}
      inputMode={kind === "usd" ? "decimal" : kind === "number" ? "numeric" : "text"}
      value={typed}
      onChange={({ target }) => change(target.value)}
    />
  );
}

function Choice({ field: { options = [] }, value, control, onChange }: ControlProps): ReactNode {
  const given = typeof value === "string" ? value : "";
  // Windows of hours or minutes are written in YAML.
  const isOther = value !== undefined && !options.some(([one]) => one === value);
  const other = isOther ? JSON.stringify(value) : null;
  return (
    <select
      {...control}
      className="at-input"
      value={other ?? given}
      onChange={({ target }) =>
        target.value !== other && onChange(target.value === "" ? undefined : target.value)
      }
    >
      {other !== null && <option value={other}>{otherText(value)}</option>}
      {options.map(([option, label]) => (
        <option key={option} value={option}>
          {label}
        </option>
      ))}
    </select>
  );
}

function otherText(value: unknown): string {
  const { rollingHours, rollingMinutes } = value as Readonly<Record<string, unknown>>;
  if (typeof rollingHours === "number") return `The last ${rollingHours} hours`;
  if (typeof rollingMinutes === "number") return `The last ${rollingMinutes} minutes`;
  return "As written in YAML";
}

const days = Object.entries(dayNames);

interface DaysProps {
  readonly value: unknown;
  readonly labelledBy: string;
  onChange(value: readonly string[]): void;
}

function Days({ value, labelledBy, onChange }: DaysProps): ReactNode {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <div role="group" aria-labelledby={labelledBy} className={styles.days}>
      {days.map(([day, label]) => (
        <label key={day}>
          <input
            type="checkbox"
            checked={chosen.includes(day)}
            onChange={({ target }) =>
              onChange(
                days
                  .map(([one]) => one)
                  .filter((one) => (one === day ? target.checked : chosen.includes(one))),
              )
            }
          />
          {label}
        </label>
      ))}
    </div>
  );
}
