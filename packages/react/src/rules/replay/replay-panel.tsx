"use client";

import type { WrittenRuleSet } from "@agent-treasury/sdk-client";
import { Download, History } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useEachTime } from "../../hooks/use-each-time.ts";
import { SelectField } from "../../parts/select-field.tsx";
import { useTreasuryContext } from "../../provider/treasury-context.ts";
import { saveFile } from "../../support/save-file.ts";
import { ReplayBars } from "./replay-bars.tsx";
import { ReplayChanges } from "./replay-changes.tsx";
import { replayCsv, replaySummary, unknownTexts } from "./replay-text.ts";
import { ReplayTotals } from "./replay-totals.tsx";
import { type FinishedReplay, type Replay, useReplay } from "./use-replay.ts";
import { useSavedDraft } from "./use-saved-draft.ts";
import shared from "../rules.module.css";
import styles from "./replay.module.css";

interface ReplayPanelProps {
  /** Null while the draft has problems. */
  readonly rules: WrittenRuleSet | null;
  /** Starts a replay when the number increases. */
  readonly written: number;
}

const ranges: readonly (readonly [string, string])[] = [
  ["7", "Last 7 days"],
  ["30", "Last 30 days"],
  ["90", "Last 90 days"],
  ["", "Whole history"],
];

/** Applies a draft to past spends, and shows the outcomes that would change. */
export function ReplayPanel({ rules, written }: ReplayPanelProps): ReactNode {
  const id = useId();
  const replay = useReplay();
  const saved = useSavedDraft();
  const { progress, finished, problem } = replay;
  const [range, setRange] = useState("");
  const days = range === "" ? null : Number(range);
  const start = (): void => {
    if (rules !== null) replay.start(rules, days);
  };
  useEachTime(written, start);
  return (
    <section className="at-card" aria-labelledby={id}>
      <header className={shared.head}>
        <h2 id={id}>Replay</h2>
        <p className="at-soft at-small">Outcomes of past spends under the draft.</p>
      </header>
      <div className={styles.controls}>
        <SelectField label="Range" value={range} options={ranges} onChange={setRange} />
        <button
          type="button"
          className="at-button"
          disabled={rules === null || progress !== null}
          onClick={start}
        >
          <History size={15} aria-hidden="true" /> Replay the draft
        </button>
        <button
          type="button"
          className="at-button"
          disabled={rules === null || saved.isBusy}
          onClick={() => rules !== null && void saved.save(rules, days)}
        >
          Replay daily
        </button>
      </div>
      {progress !== null && <Progress progress={progress} onCancel={replay.cancel} />}
      <p role="alert" className={`at-problem ${styles.message}`} hidden={problem === null}>
        {problem}
      </p>
      <div role="status" className={styles.message}>
        {finished !== null && progress === null && (
          <p className={styles.summary}>{replaySummary(finished.report)}</p>
        )}
      </div>
      {finished !== null && progress === null && <Report finished={finished} draft={rules} />}
    </section>
  );
}

interface ProgressProps {
  readonly progress: NonNullable<Replay["progress"]>;
  onCancel(): void;
}

function Progress({ progress, onCancel }: ProgressProps): ReactNode {
  const { step, proposals, share } = progress;
  const text =
    step === "read"
      ? `Reading the history: ${proposals.toLocaleString("en-US")} proposals`
      : `Replaying: ${Math.round(share * 100)}%`;
  return (
    <div className={styles.progress}>
      <progress aria-label="Replay" max={1} value={step === "read" ? undefined : share} />
      <p className="at-soft at-small at-number">{text}</p>
      <button type="button" className="at-button at-button-quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

interface ReportProps {
  readonly finished: FinishedReplay;
  readonly draft: WrittenRuleSet | null;
}

function Report({ finished, draft }: ReportProps): ReactNode {
  const { workspaceId } = useTreasuryContext();
  const { report, rules } = finished;
  const isOutdated = JSON.stringify(draft) !== JSON.stringify(rules);
  const unknown = unknownTexts(report);
  return (
    <div className={styles.report}>
      {isOutdated && <p className={styles.outdated}>The draft changed since this replay.</p>}
      {!report.isComplete && (
        <p className={styles.outdated}>
          The history is too long, so the oldest spends are missing.
        </p>
      )}
      <ReplayTotals totals={report.totals} />
      <div className={styles.bars}>
        <ReplayBars title="By vendor" groups={report.vendors} />
        <ReplayBars title="By agent" groups={report.agents} />
      </div>
      {report.changes.length > 0 && (
        <>
          <div className={styles.changesHead}>
            <h3>Changed outcomes</h3>
            <button
              type="button"
              className="at-button"
              onClick={() => saveFile(`replay-${workspaceId}.csv`, replayCsv(report))}
            >
              <Download size={15} aria-hidden="true" /> Export CSV
            </button>
          </div>
          <ReplayChanges report={report} />
        </>
      )}
      {unknown.length > 0 && (
        <div className="at-soft at-small">
          <h3>Outcomes that cannot be known</h3>
          <ul>
            {unknown.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
