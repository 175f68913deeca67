"use client";

import type {
  AdministrativeAction,
  CurrentRules,
  WrittenRuleSet,
} from "@agent-treasury/sdk-client";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
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
import { type Draft, useDraft } from "./use-draft.ts";
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
          <Views view={view} onChange={setView} />
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
          <Validation
            id={`${id}-problems`}
            draft={draft}
            current={current}
            field={view === "cards" ? null : field}
          />
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

interface ViewsProps {
  readonly view: View;
  onChange(view: View): void;
}

function Views({ view, onChange }: ViewsProps): ReactNode {
  return (
    <div role="group" aria-label="Edit as" className={form.views}>
      {views.map(([name, label]) => (
        <button
          key={name}
          type="button"
          className="at-button"
          aria-pressed={view === name}
          onClick={() => onChange(name)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface ValidationProps extends Pick<DraftEditorProps, "current"> {
  readonly id: string;
  readonly draft: Draft;
  /** Null if the draft is not shown as text. */
  readonly field: RefObject<HTMLTextAreaElement | null> | null;
}

/** Problems and warnings of the draft, and what it changes. */
function Validation({ id, draft, current, field }: ValidationProps): ReactNode {
  const { rules, problems, warnings, isChecked } = draft;
  return (
    <div className={styles.result}>
      <h3>Validation</h3>
      <DraftProblems id={id} problems={problems} isChecked={isChecked} field={field} />
      {warnings.map((warning) => (
        <p key={warning} className="at-soft at-small">
          <CodeText text={warning} />
        </p>
      ))}
      {rules !== null && <DraftDifferences before={current.rules.rules} after={rules.rules} />}
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
