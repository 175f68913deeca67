"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { useRules } from "../../lib/rules/use-rules.ts";
import { PendingActions } from "../administration/pending-actions.tsx";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { Problem } from "../parts/problem.tsx";
import { History } from "./history.tsx";
import { Limits } from "./limits.tsx";
import { PublishedRules } from "./published-rules.tsx";
import styles from "./rules.module.css";

/** YAML and its validation are large, so they load with the editor. */
const RuleEditor = dynamic(() => import("./rule-editor.tsx").then((part) => part.RuleEditor), {
  ssr: false,
  loading: () => <p className="soft">Loading the editor…</p>,
});

export function Rules(): ReactNode {
  const { data: current, error, mutate } = useRules();
  const [isEditing, setEditing] = useState(false);
  return (
    <div className={styles.rules}>
      <PendingActions />
      {error !== undefined && (
        <Problem title="Rules could not be loaded." error={error} onAgain={() => void mutate()} />
      )}
      {current === undefined && error === undefined && <p className="soft">Loading rules…</p>}
      {current !== undefined && (
        <div className={styles.columns}>
          {isEditing ? (
            <PartBoundary>
              <RuleEditor current={current} onDone={() => setEditing(false)} />
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
