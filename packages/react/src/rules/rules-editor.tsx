"use client";

import { type ReactNode, Suspense, lazy, useState } from "react";
import { PendingActions } from "../administration/pending-actions.tsx";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { Problem } from "../parts/problem.tsx";
import { History } from "./history.tsx";
import { Limits } from "./limits.tsx";
import { PublishedRules } from "./published-rules.tsx";
import { useRules } from "./use-rules.ts";
import styles from "./rules.module.css";

/** YAML and its validation are large, so they load with the editor. */
const DraftEditor = lazy(async () => ({
  default: (await import("./draft-editor.tsx")).DraftEditor,
}));

/** The rules in effect with their usage, an editor that validates a draft, and earlier publications. */
export function RulesEditor(): ReactNode {
  const { data: current, error, mutate } = useRules();
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={styles.rules}>
      <PendingActions />
      {error !== undefined && (
        <Problem title="Rules could not be loaded." error={error} onAgain={() => void mutate()} />
      )}
      {current === undefined && error === undefined && <p className="at-soft">Loading rules…</p>}
      {current !== undefined && (
        <div className={styles.columns}>
          {isEditing ? (
            <PartBoundary>
              <Suspense fallback={<p className="at-soft">Loading the editor…</p>}>
                <DraftEditor current={current} onDone={() => setEditing(false)} />
              </Suspense>
            </PartBoundary>
          ) : (
            <PublishedRules current={current} onEdit={() => setEditing(true)} />
          )}
          <Limits limits={current.limits} />
        </div>
      )}
      {current !== undefined && <History current={current} />}
    </div>
  );
}
