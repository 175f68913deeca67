"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { Explanation } from "../approvals/explanation.tsx";
import { useExplanation } from "../approvals/use-explanation.ts";
import { readFailureText } from "../format/failure-text.ts";
import styles from "./spend-rules.module.css";

interface SpendRulesProps {
  readonly proposal: Proposal;
  readonly isShown: boolean;
}

/** All rules that applied to a spend. */
export function SpendRules({ proposal, isShown }: SpendRulesProps): ReactNode {
  const { items, error } = useExplanation(proposal, isShown);
  return (
    <div className={styles.rules}>
      <p className={styles.title}>Rules</p>
      {error !== undefined ? (
        <p className="at-problem">{readFailureText(error)}</p>
      ) : items === undefined ? (
        <p className="at-soft">Loading rules…</p>
      ) : items.length === 0 ? (
        <p className="at-soft">No rule stopped this spend.</p>
      ) : (
        <Explanation items={items} />
      )}
    </div>
  );
}
