import { Trash2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { SelectField } from "../../parts/select-field.tsx";
import type { DraftedRule } from "../check-draft.ts";
import { FieldInput } from "./field-input.tsx";
import { AddCondition, partOf, RuleCondition } from "./rule-condition.tsx";
import {
  changesBy,
  changesByEffect,
  effectShapes,
  type FieldChange,
  type RuleField,
  shapeOf,
  textFields,
  valueIn,
} from "./rule-fields.ts";
import styles from "./rule-form.module.css";

export interface CardProblem {
  /** From the rule. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

interface RuleCardProps {
  readonly rule: DraftedRule;
  readonly problems: readonly CardProblem[];
  /** Usage, and what the rule stopped. */
  readonly children: ReactNode;
  onChange(...changes: readonly FieldChange[]): void;
  onRemove(): void;
}

const idField: RuleField = { path: ["id"], label: "Name", kind: "text" };

/** One rule: when it applies, its effect and its message. */
export function RuleCard(props: RuleCardProps): ReactNode {
  const { rule, problems, children, onChange, onRemove } = props;
  const heading = useId();
  const [hasText] = useState(() =>
    textFields.some(({ path }) => valueIn(rule, path) !== undefined),
  );
  const name = typeof rule["id"] === "string" ? rule["id"] : "New rule";
  const given = Object.entries(valueIn(rule, ["when"]) ?? {});
  const effect = shapeOf(effectShapes, rule["then"]);
  const conditions = given.map(([field, value]) => {
    const part = partOf(field);
    return { field, value, part, shape: part && shapeOf(part.shapes, value) };
  });
  const shown = [
    idField,
    ...conditions.flatMap(({ shape }) => shape?.fields ?? []),
    ...(effect?.fields ?? []),
    ...textFields,
  ];
  const problemsAt = ({ path: at }: RuleField): readonly string[] =>
    problems.flatMap(({ path, message }) =>
      fieldAt(shown, path)?.path.join(".") === at.join(".") ? [message] : [],
    );
  const input = (field: RuleField, path = field.path): ReactNode => (
    <FieldInput
      key={field.path.join(".")}
      field={field}
      value={valueIn(rule, path)}
      problems={problemsAt(field)}
      onChange={(next) => onChange(...changesBy(rule, field, path, next))}
    />
  );
  const others = problems.filter(({ path }) => fieldAt(shown, path) === undefined);
  return (
    <li className={styles.card} aria-labelledby={heading}>
      <header>
        <h3 id={heading}>{name}</h3>
        <button type="button" className="at-button" onClick={onRemove}>
          <Trash2 size={15} aria-hidden="true" /> Remove <span className="at-hidden">{name}</span>
        </button>
      </header>
      {children}
      {others.map(({ path, message }) => (
        <p key={`${path.join(".")} ${message}`} className="at-problem at-small">
          {path.length === 0 ? "The rule" : <code>{path.join(".")}</code>} {message}.
        </p>
      ))}
      <div className={styles.fields}>{input(idField)}</div>
      <fieldset>
        <legend>When</legend>
        {conditions.length === 0 && <p className="at-soft at-small">Every spend.</p>}
        {conditions.map(({ field, value, part, shape }) => (
          <RuleCondition
            key={field}
            field={field}
            value={value}
            part={part}
            shape={shape}
            input={input}
            onChange={onChange}
          />
        ))}
        <AddCondition given={given.map(([field]) => field)} onChange={onChange} />
      </fieldset>
      <fieldset>
        <legend>Then</legend>
        <div className={styles.fields}>
          <SelectField
            label="Effect"
            value={effect?.label ?? ""}
            options={[
              ...(effect === undefined ? [["", "As written in YAML"] as const] : []),
              ...effectShapes.map(({ label }) => [label, label] as const),
            ]}
            onChange={(label) => {
              const next = effectShapes.find((one) => one.label === label);
              if (next !== undefined) onChange(...changesByEffect(rule, next));
            }}
          />
          {effect?.fields.map((field) => input(field))}
        </div>
      </fieldset>
      <details open={hasText}>
        <summary>Message and validity</summary>
        <div className={styles.fields}>{textFields.map((field) => input(field))}</div>
      </details>
    </li>
  );
}

/** Returns the field of a problem, or the first one of the condition or effect that it is about. */
function fieldAt(shown: readonly RuleField[], path: CardProblem["path"]): RuleField | undefined {
  return (
    shown.find((field) => field.path.every((key, index) => path[index] === key)) ??
    shown.find((field) => path.length > 1 && path.every((key, index) => field.path[index] === key))
  );
}
