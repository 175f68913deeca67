import type { CurrentRules } from "@agent-treasury/sdk-client";
import { PencilLine, ScrollText } from "lucide-react";
import { type ReactNode, useId } from "react";
import { formatMoment } from "../format/moment.ts";
import { Empty } from "../parts/empty.tsx";
import { RuleSentence } from "./rule-sentence.tsx";
import { ruleAtProposal, ruleEffect } from "./rule-text.ts";
import { RuleUsageBar } from "./rule-usage-bar.tsx";
import styles from "./rules.module.css";

interface PublishedRulesProps {
  readonly current: CurrentRules;
  onEdit(): void;
}

/** The rules in effect, in plain words, with their usage. */
export function PublishedRules({ current, onEdit }: PublishedRulesProps): ReactNode {
  const id = useId();
  const { rules } = current.rules;
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>Rules in effect</h2>
        <button type="button" className="at-button at-button-solid" onClick={onEdit}>
          <PencilLine size={15} aria-hidden="true" /> Edit rules
        </button>
      </header>
      <p className={styles.note}>{originText(current)}</p>
      {rules.length === 0 ? (
        <Empty icon={<ScrollText size={18} />} title="No rules yet">
          <p>
            Only the limits apply. Rules add limits per vendor, agent or category, and required
            approvals.
          </p>
        </Empty>
      ) : (
        <ul className={styles.list}>
          {rules.map((rule) => {
            const usage = current.usage.find((one) => one.rule === rule.id);
            const atProposal = ruleAtProposal(rule);
            return (
              <li key={rule.id}>
                <RuleSentence rule={rule} />
                {atProposal !== null && <p className={styles.note}>{atProposal}</p>}
                {rule.message !== undefined && (
                  <p className={styles.note}>
                    “<bdi>{rule.message}</bdi>”
                  </p>
                )}
                {usage !== undefined && <RuleUsageBar usage={usage} label={ruleEffect(rule)} />}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function originText({ publication, administrativeRequirements }: CurrentRules): string {
  const origin =
    publication === null
      ? "Default rules of the deployment."
      : `Publication ${publication.number}, ${formatMoment(publication.publishedAt)}${publication.publishedBy === null ? "" : ` by ${publication.publishedBy}`}.`;
  return administrativeRequirements.length === 0
    ? origin
    : `${origin} A change needs ${administrativeRequirements.join(" and ")}.`;
}
