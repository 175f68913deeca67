"use client";

import type { CurrentRules } from "@agent-treasury/sdk-client";
import { type ReactNode, useEffect, useRef } from "react";
import { actionResult } from "../../lib/administration/action-text.ts";
import { useAdministrationUpdate } from "../../lib/administration/use-actions.ts";
import { useCommand } from "../../lib/command-context.ts";
import { useDraft } from "../../lib/rules/use-draft.ts";
import { useTask } from "../../lib/use-task.ts";
import { DraftDifferences } from "./draft-differences.tsx";
import { DraftProblems } from "./draft-problems.tsx";
import { YamlField } from "./yaml-field.tsx";
import styles from "./rule-editor.module.css";
import shared from "./rules.module.css";

interface RuleEditorProps {
  readonly current: CurrentRules;
  onDone(): void;
}

/** Edits rules in YAML and publishes them. */
export function RuleEditor({ current, onDone }: RuleEditorProps): ReactNode {
  const { client, announce } = useCommand();
  const update = useAdministrationUpdate();
  const draft = useDraft(current);
  const { isBusy, problem, run } = useTask();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const { rules, problems, isChecked, basedOn, isOutdated } = draft;

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
  const needed = current.administrativeRequirements;
  return (
    <section className={`card ${styles.editor}`} aria-labelledby="editor">
      <header className={shared.head}>
        <h2 id="editor">Edit rules</h2>
        <p className="soft small">YAML or JSON. Paste a file, or edit the rules in effect.</p>
      </header>
      {isOutdated && <Outdated onRestart={draft.restart} />}
      <YamlField
        field={field}
        value={draft.text}
        lines={new Set(problems.flatMap(({ line }) => line ?? []))}
        onChange={draft.change}
      />
      <div className={styles.result}>
        <DraftProblems problems={problems} isChecked={isChecked} field={field} />
        {rules !== null && <DraftDifferences before={current.rules.rules} after={rules.rules} />}
      </div>
      <p role="alert" className={`problem ${styles.problem}`} hidden={problem === null}>
        {problem}
      </p>
      <footer className={styles.actions}>
        <p className="soft small">
          {needed.length === 0
            ? "Published rules judge the next spend."
            : `Publishing needs ${needed.join(" and ")}.`}
        </p>
        <button type="button" className="button" onClick={discard}>
          Discard
        </button>
        <button
          type="button"
          className="button solid"
          disabled={isBusy || rules === null || !isChecked || isOutdated}
          onClick={() => void publish()}
        >
          {isBusy ? "Publishing…" : "Publish rules"}
        </button>
      </footer>
    </section>
  );
}

function Outdated({ onRestart }: { onRestart(): void }): ReactNode {
  return (
    <div className={styles.outdated} role="status">
      <p>Other rules were published since this draft began.</p>
      <button type="button" className="button" onClick={onRestart}>
        Start again from the rules in effect
      </button>
    </div>
  );
}
