"use client";

import type { RuleUsage } from "@agent-treasury/sdk-client";
import { type ReactNode, useId } from "react";
import { limitsChange } from "../administration/changes-of.ts";
import { usePendingActions } from "../administration/use-actions.ts";
import { WaitingBadge } from "../administration/waiting-badge.tsx";
import { RuleUsageBar } from "./rule-usage-bar.tsx";
import { limitEffect, limitNote } from "./usage-text.ts";
import sentence from "./rule-sentence.module.css";
import styles from "./rules.module.css";

interface LimitsProps {
  readonly limits: readonly RuleUsage[];
}

/** The five limits of the workspace, which apply beside the rules. */
export function Limits({ limits }: LimitsProps): ReactNode {
  const id = useId();
  const waiting = limitsChange(usePendingActions());
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>Limits</h2>
        <WaitingBadge change={waiting} />
      </header>
      <p className={styles.note}>They always apply, in addition to the rules.</p>
      <ul className={styles.list}>
        {limits.map((limit) => (
          <li key={limit.rule}>
            <p className={sentence.effect}>{limitEffect(limit)}</p>
            <p className={sentence.conditions}>
              {limitNote(limit)} <code>{limit.rule}</code>
            </p>
            <RuleUsageBar usage={limit} label={limitEffect(limit)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
