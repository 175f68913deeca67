import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { SelectField } from "../../parts/select-field.tsx";
import { conditionParts } from "../condition-parts.ts";
import { type FieldChange, type RuleField, type shapeOf, valueIn } from "./rule-fields.ts";
import styles from "./rule-form.module.css";

type Part = (typeof conditionParts)[keyof typeof conditionParts];

/** Undefined for a condition that the form does not know. */
export function partOf(field: string): Part | undefined {
  return conditionParts[field as keyof typeof conditionParts];
}

interface RuleConditionProps {
  readonly field: string;
  readonly value: unknown;
  readonly part: Part | undefined;
  readonly shape: ReturnType<typeof shapeOf>;
  input(field: RuleField, path?: RuleField["path"]): ReactNode;
  onChange(...changes: readonly FieldChange[]): void;
}

/** One condition of a rule. Those that the form does not know are edited in YAML. */
export function RuleCondition(props: RuleConditionProps): ReactNode {
  const { field, value, part, shape, input, onChange } = props;
  return (
    <div className={styles.part}>
      <div className={styles.fields}>
        {part === undefined || shape === undefined ? (
          <p className="at-soft at-small">
            <code>{field}</code> is edited in YAML.
          </p>
        ) : (
          <>
            {part.shapes.length > 1 ? (
              <SelectField
                label={part.label}
                value={shape.label}
                options={part.shapes.map(({ label }) => [label, label] as const)}
                onChange={(label) =>
                  onChange([
                    ["when", field],
                    movedTo(part.shapes.find((one) => one.label === label)?.value, value),
                  ])
                }
              />
            ) : (
              shape.fields.length > 1 && <p className={styles.label}>{part.label}</p>
            )}
            {shape.fields.map((one) =>
              Array.isArray(value) && shape.key === "in" ? input(one, ["when", field]) : input(one),
            )}
          </>
        )}
      </div>
      <button
        type="button"
        className="at-button"
        onClick={() => onChange([["when", field], undefined])}
      >
        <Trash2 size={15} aria-hidden="true" />
        <span className="at-hidden">Remove {part?.label ?? field}</span>
      </button>
    </div>
  );
}

interface AddConditionProps extends Pick<RuleConditionProps, "onChange"> {
  /** The fields of the conditions that the rule has. */
  readonly given: readonly string[];
}

export function AddCondition({ given, onChange }: AddConditionProps): ReactNode {
  const unused = Object.entries(conditionParts).filter(([field]) => !given.includes(field));
  return (
    <SelectField
      label="Add a condition"
      value=""
      options={[["", "Choose…"], ...unused.map(([field, { label }]) => [field, label] as const)]}
      onChange={(field) => {
        const part = conditionParts[field as keyof typeof conditionParts];
        if (field !== "") onChange([["when", field], part.shapes[0]?.value]);
      }}
    />
  );
}

/** Keeps the list of names when a condition becomes its opposite. */
function movedTo(begun: unknown, before: unknown): unknown {
  const names = Array.isArray(before)
    ? before
    : (valueIn(before, ["in"]) ?? valueIn(before, ["notIn"]));
  const [key] = Object.keys(begun ?? {});
  const isList = key === "in" || key === "notIn";
  return isList && names !== undefined ? { [key]: names } : begun;
}
