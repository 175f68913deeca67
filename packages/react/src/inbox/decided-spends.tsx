"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { DecidedSpend } from "./decided-spend.tsx";
import styles from "./decided-spend.module.css";

const shownAtFirst = 6;
const shownMore = 20;

interface DecidedSpendsProps {
  /** Newest first. */
  readonly proposals: readonly Proposal[];
}

export function DecidedSpends({ proposals }: DecidedSpendsProps): ReactNode {
  const [shown, setShown] = useState(shownAtFirst);
  return (
    <div className="at-card">
      <ul className={styles.list}>
        {proposals.slice(0, shown).map((proposal) => (
          <li key={proposal.id}>
            <DecidedSpend proposal={proposal} />
          </li>
        ))}
      </ul>
      {proposals.length > shown && (
        <button
          type="button"
          className={`at-button at-button-quiet ${styles.more}`}
          onClick={() => setShown(shown + shownMore)}
        >
          Show more
        </button>
      )}
    </div>
  );
}
