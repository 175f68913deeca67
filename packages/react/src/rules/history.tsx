"use client";

import type { CurrentRules } from "@agent-treasury/sdk-client";
import { type ReactNode, useId, useRef } from "react";
import { Problem } from "../parts/problem.tsx";
import { PublicationRow } from "./publication-row.tsx";
import { useHistory } from "./use-history.ts";
import history from "./history.module.css";
import styles from "./rules.module.css";

interface HistoryProps {
  readonly current: CurrentRules;
}

export function History({ current }: HistoryProps): ReactNode {
  const id = useId();
  const digest = current.publication?.digest ?? null;
  const { publications, error, more, again } = useHistory(digest);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          History
        </h2>
      </header>
      {error !== undefined && (
        <Problem title="The history could not be loaded." error={error} onAgain={again} />
      )}
      {publications?.length === 0 && (
        <p className={styles.note}>No rules were published in this workspace.</p>
      )}
      <ul className={styles.list}>
        {(publications ?? []).map((publication) => (
          <PublicationRow
            key={publication.digest}
            publication={publication}
            isCurrent={publication.digest === digest}
            onRolledBack={() => heading.current?.focus()}
          />
        ))}
      </ul>
      {more !== null && (
        <button
          type="button"
          className={`at-button at-button-quiet ${history.more}`}
          onClick={more}
        >
          Show more
        </button>
      )}
    </section>
  );
}
