"use client";

import type { AdministrativeAction, WrittenRule } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { rulesIn } from "../../lib/administration/action-text.ts";
import { compareRules } from "../../lib/rules/compare-rules.ts";
import { useRules } from "../../lib/rules/use-rules.ts";
import { Disclosure } from "../parts/disclosure.tsx";
import { RuleSentence } from "../rules/rule-sentence.tsx";
import styles from "./rule-changes.module.css";

interface RuleChangesProps {
  readonly action: AdministrativeAction;
}

/** The differences between rules that wait for approval and the rules in effect. */
export function RuleChanges({ action }: RuleChangesProps): ReactNode {
  const { data: current } = useRules();
  const rules = rulesIn(action.details);
  if (current === undefined) return <p className="soft">Loading rules…</p>;
  const { added, changed, removed } = compareRules(current.rules.rules, rules);
  const isSame = added.length + changed.length + removed.length === 0;
  return (
    <>
      {isSame && <p>The rules are the same as those in effect.</p>}
      <Group title="Added" rules={added} />
      <Group title="Changed" rules={changed} />
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
}

function Group({ title, rules }: GroupProps): ReactNode {
  if (rules.length === 0) return null;
  return (
    <div className={styles.group}>
      <h4>{title}</h4>
      <ul className={styles.list}>
        {rules.map((rule) => (
          <li key={rule.id}>
            <RuleSentence rule={rule} />
          </li>
        ))}
      </ul>
    </div>
  );
}
