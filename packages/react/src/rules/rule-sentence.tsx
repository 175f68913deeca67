import type { WrittenRule } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { ruleConditions, ruleEffect, ruleNotes } from "./rule-text.ts";
import styles from "./rule-sentence.module.css";

interface RuleSentenceProps {
  readonly rule: WrittenRule;
}

/** A rule in plain words: its effect, what it applies to, and its other fields. */
export function RuleSentence({ rule }: RuleSentenceProps): ReactNode {
  const conditions = ruleConditions(rule);
  return (
    <>
      <p className={styles.effect}>
        <bdi>{ruleEffect(rule)}</bdi>
      </p>
      <p className={styles.conditions}>
        {conditions.length === 0 ? "Every spend" : <bdi>{`Spends ${conditions.join(" · ")}`}</bdi>}{" "}
        <code>{rule.id}</code>
      </p>
      {ruleNotes(rule).map((note) => (
        <p key={note} className="at-soft at-small">
          <bdi>{note}</bdi>
        </p>
      ))}
    </>
  );
}
