import type { WrittenRule } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { counted } from "../administration/action-text.ts";
import { compareRules } from "./compare-rules.ts";
import styles from "./draft-editor.module.css";

interface DraftDifferencesProps {
  readonly before: readonly WrittenRule[];
  readonly after: readonly WrittenRule[];
}

export function DraftDifferences({ before, after }: DraftDifferencesProps): ReactNode {
  const { added, changed, removed } = compareRules(before, after);
  const groups = [
    ["Adds", added],
    ["Changes", changed],
    ["Removes", removed],
  ] as const;
  const shown = groups.filter(([, rules]) => rules.length > 0);
  if (shown.length === 0) {
    return (
      <p className="at-soft at-small">{`${counted(after.length, "rule")}, the same as in effect.`}</p>
    );
  }
  return (
    <ul className={styles.differences}>
      {shown.map(([verb, rules]) => (
        <li key={verb}>
          {verb} {counted(rules.length, "rule")}:{" "}
          {rules.map(({ id }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <code>{id}</code>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
