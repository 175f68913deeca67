"use client";

import type {
  AdministrativeAction,
  CurrentRules,
  WrittenRuleSet,
} from "@agent-treasury/sdk-client";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { actionResult } from "../administration/action-text.ts";
import { waitingPublication } from "../administration/changes-of.ts";
import { useAdministrationUpdate, usePendingActions } from "../administration/use-actions.ts";
import { readFailureText } from "../format/failure-text.ts";
import { useTask } from "../hooks/use-task.ts";
import { CodeText } from "../parts/code-text.tsx";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { DraftDifferences } from "./draft-differences.tsx";
import { DraftProblems } from "./draft-problems.tsx";
import { ExposurePanel } from "./exposure-panel.tsx";
import { RuleCards } from "./form/rule-cards.tsx";
import { ReplayPanel } from "./replay/replay-panel.tsx";
import { useDraft } from "./use-draft.ts";
import { WritePanel } from "./write-panel.tsx";
import { YamlField } from "./yaml-field.tsx";
import styles from "./draft-editor.module.css";
import form from "./form/rule-form.module.css";
import shared from "./rules.module.css";

interface DraftEditorProps {
  readonly current: CurrentRules;
  /** Rules to begin with. Null for the stored draft, otherwise the rules in effect. */
  readonly opened: WrittenRuleSet | null;
  onDone(): void;
  /** Beside the replay. */
  readonly children: ReactNode;
}

type View = (typeof views)[number][0];

const views = [
  ["cards", "Cards"],
  ["yaml", "YAML"],
] as const;

/** Edits rules as cards or in YAML, which are the same document, and publishes them. */
export function DraftEditor(props: DraftEditorProps): ReactNode {
  const { current, opened, onDone, children } = props;
  const id = useId();
  const { client, announce } = useTreasuryContext();
  const update = useAdministrationUpdate();
  const draft = useDraft(current, opened);
  const { isBusy, problem, run } = useTask();
  const writing = useTask(readFailureText);
  const isWriting = writing.isBusy;
  const field = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<View>(draft.written === null ? "yaml" : "cards");
  /** The number of drafts by the model. Each is replayed, and its exposure computed. */
  const [written, setWritten] = useState(0);
  useEffect(() => field.current?.focus({ preventScroll: true }), [view]);
  const { rules, problems, isChecked, basedOn, isOutdated } = draft;
  const waiting = waitingPublication(usePendingActions());

  const publish = async (): Promise<void> => {
    const isPublished = await run(async () => {
      if (rules === null) return;
      const { action } = await client.rules.publish({ rules, basedOn });
      announce(actionResult(action));
      draft.forget();
    });
    update();
    if (isPublished) onDone();
  };
  const discard = (): void => {
    draft.forget();
    onDone();
  };
  return (
    <div className={shared.rules}>
      <section className={`at-card ${styles.editor}`} aria-labelledby={id}>
        <header className={shared.head}>
          <h2 id={id}>Edit rules</h2>
          <div role="group" aria-label="Edit as" className={form.views}>
            {views.map(([name, label]) => (
              <button
                key={name}
                type="button"
                className="at-button"
                aria-pressed={view === name}
                onClick={() => setView(name)}
              >
                {label}
              </button>
            ))}
          </div>
        </header>
        <WritePanel
          draft={draft}
          task={writing}
          onWritten={() => setWritten((count) => count + 1)}
        />
        {isOutdated && !isWriting && <Outdated onRestart={draft.restart} />}
        <fieldset className={styles.body} disabled={isWriting} aria-label="Draft">
          {view === "cards" ? (
            <RuleCards key={draft.revision} draft={draft} current={current} />
          ) : (
            <YamlField
              field={field}
              describedBy={`${id}-problems`}
              value={draft.text}
              lines={new Set(problems.flatMap(({ line }) => line ?? []))}
              onChange={draft.change}
            />
          )}
          <div className={styles.result}>
            <h3>Validation</h3>
            <DraftProblems
              id={`${id}-problems`}
              problems={problems}
              isChecked={isChecked}
              field={view === "cards" ? null : field}
            />
            {draft.warnings.map((warning) => (
              <p key={warning} className="at-soft at-small">
                <CodeText text={warning} />
              </p>
            ))}
            {rules !== null && (
              <DraftDifferences before={current.rules.rules} after={rules.rules} />
            )}
          </div>
        </fieldset>
        <p role="alert" className={`at-problem ${styles.problem}`} hidden={problem === null}>
          {problem}
        </p>
        <footer className={styles.actions}>
          <p id={`${id}-publishing`} className="at-soft at-small">
            {waiting === undefined ? publishingText(current) : waitingText(waiting)}
          </p>
          <button type="button" className="at-button" onClick={discard}>
            Discard
          </button>
          <button
            type="button"
            className="at-button at-button-solid"
            disabled={
              isBusy ||
              isWriting ||
              rules === null ||
              !isChecked ||
              isOutdated ||
              waiting !== undefined
            }
            aria-describedby={`${id}-publishing`}
            onClick={() => void publish()}
          >
            {isBusy ? "Publishing…" : "Publish rules"}
          </button>
        </footer>
      </section>
      <div className={shared.columns}>
        <ReplayPanel rules={rules} written={written} />
        <div className={shared.rules}>
          <ExposurePanel current={current.rules} draft={rules} written={written} />
          {children}
        </div>
      </div>
    </div>
  );
}

function publishingText({ administrativeRequirements: needed }: CurrentRules): string {
  if (needed.length === 0) return "Published rules judge the next spend.";
  return `Publishing needs ${needed.join(" and ")}.`;
}

/** A second publication would be based on rules that the first one replaces. */
function waitingText(waiting: AdministrativeAction): string {
  return `${actionResult(waiting)} Approve or deny it before you publish other rules.`;
}

function Outdated({ onRestart }: { onRestart(): void }): ReactNode {
  return (
    <div className={styles.outdated} role="status">
      <p>Other rules were published since this draft began.</p>
      <button type="button" className="at-button" onClick={onRestart}>
        Start again from the rules in effect
      </button>
    </div>
  );
}
