import type { Proposal } from "@agent-treasury/sdk-client";
import type { ReactNode } from "react";
import { decider, screeningResult } from "../../lib/spend-text.ts";
import { Facts } from "./facts.tsx";
import styles from "./spend-outcome.module.css";

interface SpendOutcomeProps {
  readonly proposal: Proposal;
}

export function SpendOutcome({ proposal }: SpendOutcomeProps): ReactNode {
  const facts: readonly (readonly [string, string | null])[] = [
    ["Decided", decider(proposal)],
    ["Comment", proposal.comment],
    ["Failure", proposal.failure],
    ["Needs review", proposal.attention],
    ["For", proposal.purpose],
    ["Screening", screeningResult(proposal)],
    ["Reference", proposal.reference],
    ["Proposal", proposal.id],
  ];
  return (
    <div className={styles.unfolded}>
      <Facts facts={facts} />
    </div>
  );
}
