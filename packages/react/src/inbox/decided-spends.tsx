"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useState } from "react";
import { DecidedSpend } from "./decided-spend.tsx";
import { endOf } from "./spend-text.ts";
import styles from "./decided-spend.module.css";

const shownAtFirst = 6;
const shownMore = 20;

interface DecidedSpendsProps {
  readonly proposals: readonly Proposal[];
}

export function DecidedSpends({ proposals }: DecidedSpendsProps): ReactNode {
  const [shown, setShown] = useState(shownAtFirst);
  const newestFirst = proposals.toSorted((one, other) => (endOf(one) < endOf(other) ? 1 : -1));
  return (
    <div className="at-card">
      <ul className={styles.list}>
        {newestFirst.slice(0, shown).map((proposal) => (
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
