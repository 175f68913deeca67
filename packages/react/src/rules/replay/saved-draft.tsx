"use client";

import type { RuleDraft, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { type ReactNode, useId } from "react";
import { formatFullMoment, formatMoment } from "../../format/moment.ts";
import { draftRangeText, replaySummary } from "./replay-text.ts";
import { ReplayTotals } from "./replay-totals.tsx";
import { useSavedDraft } from "./use-saved-draft.ts";
import shared from "../rules.module.css";
import styles from "./replay.module.css";

interface SavedDraftProps {
  onOpen(rules: WrittenRuleSet): void;
}

/** The draft that the service replays daily, with the last result. Null without one. */
export function SavedDraft({ onOpen }: SavedDraftProps): ReactNode {
  const id = useId();
  const { draft, isBusy, remove } = useSavedDraft();
  if (draft === undefined || draft === null) return null;
  const { lastReplay, problem } = draft;
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={shared.head}>
        <h2 id={id}>Saved draft</h2>
        <p className="at-soft at-small">
          {draftRangeText(draft)}
          {lastReplay !== null && <ReplayTime at={lastReplay.at} />}
        </p>
      </header>
      {problem !== null && (
        <p className={`at-problem ${styles.message}`}>The last replay failed: {problem}</p>
      )}
      {lastReplay !== null && <LastReplay replay={lastReplay} />}
      <div className={styles.controls}>
        <button type="button" className="at-button" onClick={() => onOpen(draft.rules)}>
          Open the saved draft
        </button>
        <button type="button" className="at-button" disabled={isBusy} onClick={() => void remove()}>
          Remove the saved draft
        </button>
      </div>
    </section>
  );
}

function ReplayTime({ at }: { readonly at: string }): ReactNode {
  return (
    <>
      {" "}
      Last replay:{" "}
      <time dateTime={at} title={formatFullMoment(at)}>
        {formatMoment(at)}
      </time>
    </>
  );
}

interface LastReplayProps {
  readonly replay: NonNullable<RuleDraft["lastReplay"]>;
}

function LastReplay({ replay }: LastReplayProps): ReactNode {
  return (
    <div className={styles.report}>
      <p className={styles.summary}>{replaySummary(replay)}</p>
      {replay.spends > 0 && <ReplayTotals totals={replay.totals} />}
    </div>
  );
}
