"use client";

import type { AdministrativeAction, WrittenRule } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { Disclosure } from "../parts/disclosure.tsx";
import { compareRules } from "../rules/compare-rules.ts";
import { RuleSentence } from "../rules/rule-sentence.tsx";
import { useRules } from "../rules/use-rules.ts";
import { rulesIn } from "./action-text.ts";
import styles from "./rule-changes.module.css";

/** For cards of publications. */
export function renderRuleChanges(action: AdministrativeAction): ReactNode {
  return <RuleChanges action={action} />;
}

interface RuleChangesProps {
  readonly action: AdministrativeAction;
}

/** The differences between rules that wait for approval and the rules in effect. */
function RuleChanges({ action }: RuleChangesProps): ReactNode {
  const { data: current } = useRules();
  const rules = rulesIn(action.details);
  if (current === undefined) return <p className="at-soft">Loading rules…</p>;
  const { added, changed, removed } = compareRules(current.rules.rules, rules);
  const isSame = added.length + changed.length + removed.length === 0;
  return (
    <>
      {isSame && <p>The rules are the same as those in effect.</p>}
      <Group title="Added" rules={added} />
      <Group title="Changed" rules={changed} before={current.rules.rules} />
      <Group title="Removed" rules={removed} />
      {rules.length > 0 && (
        <Disclosure summary={`All rules (${rules.length})`}>
          <ul className={styles.list}>
            {rules.map((rule) => (
              <li key={rule.id}>
                <RuleSentence rule={rule} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly rules: readonly WrittenRule[];
  /** The rules in effect, of which each is shown below the one that replaces it. */
  readonly before?: readonly WrittenRule[];
}

function Group({ title, rules, before = [] }: GroupProps): ReactNode {
  if (rules.length === 0) return null;
  return (
    <div className={styles.group}>
      <h4>{title}</h4>
      <ul className={styles.list}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <RuleSentence rule={rule} />
            {before
              .filter(({ id }) => id === rule.id)
              .map((earlier) => (
                <div key={earlier.id} className={styles.before}>
                  <h5>Before</h5>
                  <RuleSentence rule={earlier} />
                </div>
              ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
