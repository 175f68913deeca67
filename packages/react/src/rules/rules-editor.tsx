"use client";

import type { WrittenRuleSet } from "@agent-treasury/sdk-client";
import { type ReactNode, Suspense, lazy, useState } from "react";
import { PendingActions } from "../administration/pending-actions.tsx";
import { renderRuleChanges } from "../administration/rule-changes.tsx";
import { useActionsKnown } from "../administration/use-actions.ts";
import { PartBoundary } from "../parts/part-boundary.tsx";
import { Placeholder } from "../parts/placeholder.tsx";
import { Problem } from "../parts/problem.tsx";
import { PayeeList } from "../payees/payee-list.tsx";
import { StandingList } from "../standing/standing-list.tsx";
import { randomId } from "../support/random-id.ts";
import { History } from "./history.tsx";
import { Limits } from "./limits.tsx";
import { PublishedRules } from "./published-rules.tsx";
import { SavedDraft } from "./replay/saved-draft.tsx";
import { Suggestions } from "./suggestions.tsx";
import { useRules } from "./use-rules.ts";
import styles from "./rules.module.css";

/** YAML and its validation are large, so they load with the editor. */
const DraftEditor = lazy(async () => ({
  default: (await import("./draft-editor.tsx")).DraftEditor,
}));

interface Edited {
  /** Null for the stored draft, otherwise the rules in effect. */
  readonly rules: WrittenRuleSet | null;
  /** A new one opens a new draft. */
  readonly key: string;
}

/** The rules in effect with their usage, a draft that is validated, known payees, standing approvals, and earlier publications. */
export function RulesEditor(): ReactNode {
  const { data: current, error, mutate } = useRules();
  const isKnown = useActionsKnown();
  const [edited, setEdited] = useState<Edited | null>(null);
  const open = (rules: WrittenRuleSet): void => setEdited({ rules, key: randomId() });
  const isLoading = error === undefined && !(isKnown && current !== undefined);
  if (isLoading) return <Placeholder lines={16} text="Loading rules…" />;
  return (
    <div className={styles.rules}>
      <PendingActions renderRules={renderRuleChanges} onReplay={open} />
      <SavedDraft onOpen={open} />
      {error !== undefined && (
        <Problem title="Rules could not be loaded." error={error} onAgain={() => void mutate()} />
      )}
      {current !== undefined && edited !== null && (
        <PartBoundary>
          <Suspense fallback={<Placeholder lines={16} text="Loading the editor…" />}>
            <DraftEditor
              key={edited.key}
              current={current}
              opened={edited.rules}
              onDone={() => setEdited(null)}
            >
              <Limits limits={current.limits} />
            </DraftEditor>
          </Suspense>
        </PartBoundary>
      )}
      {current !== undefined && edited === null && (
        <div className={styles.columns}>
          <PublishedRules
            current={current}
            onEdit={() => setEdited({ rules: null, key: randomId() })}
          />
          <Limits limits={current.limits} />
        </div>
      )}
      <PayeeList />
      <StandingList />
      <Suggestions onOpen={open} />
      {current !== undefined && <History current={current} />}
    </div>
  );
}
