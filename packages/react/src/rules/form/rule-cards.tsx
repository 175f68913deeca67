import { changeRulesText } from "@agent-treasury/rules/yaml";
import type { CurrentRules } from "@agent-treasury/sdk-client";
import { Plus } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import { RuleUsageBar } from "../rule-usage-bar.tsx";
import type { Draft } from "../use-draft.ts";
import { RuleCard } from "./rule-card.tsx";
import type { FieldChange } from "./rule-fields.ts";
import { stoppedText, useStopped } from "./use-stopped.ts";
import styles from "./rule-form.module.css";

interface RuleCardsProps {
  readonly draft: Draft;
  readonly current: CurrentRules;
}

/** The rules of a draft as cards. They edit the text of the draft, and keep its comments. */
export function RuleCards({ draft, current }: RuleCardsProps): ReactNode {
  const endId = useId();
  const end = useRef<HTMLButtonElement>(null);
  const stopped = useStopped(current);
  const [keys, setKeys] = useState<readonly number[]>(() =>
    (draft.written ?? []).map((_, index) => index),
  );
  if (draft.written === null) {
    return (
      <p className={styles.unreadable}>
        {draft.hasAliases
          ? "The text repeats values by aliases, such as *limit. Edit it as YAML."
          : "The text is not a list of rules. Correct it as YAML."}
      </p>
    );
  }
  const { written, text, problems } = draft;
  const change = (index: number, ...changes: readonly FieldChange[]): void =>
    draft.change(
      changes.reduce(
        (changed, [path, value]) => changeRulesText(changed, ["rules", index, ...path], value),
        text,
      ),
    );
  const keyOf = (index: number): number => keys[index] ?? index;
  const add = (): void => {
    setKeys([...written.map((_, index) => keyOf(index)), Date.now()]);
    const rule = {
      id: freeId(written.map(({ id }) => id)),
      then: { requireApprovals: { count: 1 } },
    };
    change(written.length, [[], rule]);
  };
  const remove = (index: number): void => {
    setKeys(written.map((_, at) => keyOf(at)).toSpliced(index, 1));
    change(index, [[], undefined]);
  };
  return (
    <div className={styles.cards}>
      {written.length > 0 && (
        <a
          className="at-skip"
          href={`#${endId}`}
          onClick={(event) => {
            // The fragment would be a new address of the host's page.
            event.preventDefault();
            end.current?.focus();
          }}
        >
          Skip the rules
        </a>
      )}
      <ol>
        {written.map((rule, index) => {
          const usage = current.usage.find((one) => one.rule === rule["id"]);
          const note = stoppedText(stopped, rule["id"]);
          return (
            <RuleCard
              key={keyOf(index)}
              rule={rule}
              problems={problems.flatMap(({ path, message }) =>
                path[0] === "rules" && Number(path[1]) === index
                  ? [{ path: path.slice(2), message }]
                  : [],
              )}
              onChange={(...changes) => change(index, ...changes)}
              onRemove={() => remove(index)}
            >
              {usage !== undefined && <RuleUsageBar usage={usage} label={String(rule["id"])} />}
              {note !== null && <p className="at-soft at-small">{note}</p>}
            </RuleCard>
          );
        })}
      </ol>
      <button ref={end} id={endId} type="button" className="at-button" onClick={add}>
        <Plus size={15} aria-hidden="true" /> Add a rule
      </button>
    </div>
  );
}

function freeId(taken: readonly unknown[]): string {
  for (let number = taken.length + 1; ; number += 1) {
    const id = `rule-${number}`;
    if (!taken.includes(id)) return id;
  }
}
