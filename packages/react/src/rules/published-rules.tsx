"use client";

import type { AdministrativeAction, CurrentRules, WrittenRule } from "@agent-treasury/sdk-client";
import { PencilLine, ScrollText } from "lucide-react";
import { type ReactNode, useId } from "react";
import { actionResult, rulesIn } from "../administration/action-text.ts";
import { waitingPublication } from "../administration/changes-of.ts";
import { usePendingActions } from "../administration/use-actions.ts";
import { WaitingBadge } from "../administration/waiting-badge.tsx";
import { formatMoment } from "../format/moment.ts";
import { Empty } from "../parts/empty.tsx";
import { compareRules, type RuleDifferences } from "./compare-rules.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import { ruleEffect } from "./rule-text.ts";
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
  const waiting = waitingPublication(usePendingActions());
  const changes = waiting && compareRules(rules, rulesIn(waiting.details));
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>Rules in effect</h2>
        <button type="button" className="at-button at-button-solid" onClick={onEdit}>
          <PencilLine size={15} aria-hidden="true" /> Edit rules
        </button>
      </header>
      <p className={styles.note}>{originText(current)}</p>
      {waiting !== undefined && <p className={styles.note}>{actionResult(waiting)}</p>}
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
            return (
              <li key={rule.id}>
                <RuleSentence rule={rule} />
                <RuleChange rule={rule} waiting={waiting} changes={changes} />
                {usage !== undefined && <RuleUsageBar usage={usage} label={ruleEffect(rule)} />}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

interface RuleChangeProps {
  readonly rule: WrittenRule;
  readonly waiting: AdministrativeAction | undefined;
  readonly changes: RuleDifferences | undefined;
}

/** What a pending publication does to a rule. */
function RuleChange({ rule, waiting, changes }: RuleChangeProps): ReactNode {
  const { changed = [], removed = [] } = changes ?? {};
  const isMeant = ({ id }: WrittenRule): boolean => id === rule.id;
  if (removed.some(isMeant)) return <WaitingBadge change={waiting} label="Removal waits" />;
  return changed.some(isMeant) && <WaitingBadge change={waiting} />;
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
