"use client";

import type { RuleExample, WrittenRuleSet } from "@agent-treasury/sdk-client";
import { Sparkles } from "lucide-react";
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { formatUsd } from "../format/usd.ts";
import type { Task } from "../hooks/use-task.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { draftOf } from "./check-draft.ts";
import type { Draft } from "./use-draft.ts";
import styles from "./draft-editor.module.css";

interface WritePanelProps {
  readonly draft: Draft;
  /** The request to the model. The draft does not change meanwhile. */
  readonly task: Task;
  /** The draft of the model replaced the text of the editor. */
  onWritten(): void;
}

interface Written {
  /** The text of the model's draft, and of the draft that it replaced. */
  readonly text: string;
  readonly before: string;
  readonly examples: readonly RuleExample[];
  readonly timeZone: string;
}

const longestSentence = 4_000;

/** Lets the connected model draft rules from a sentence. A person checks and publishes the draft. */
export function WritePanel({ draft, task, onWritten }: WritePanelProps): ReactNode {
  const id = useId();
  const { client, announce } = useTreasuryContext();
  const { isBusy, problem, run } = task;
  const [sentence, setSentence] = useState("");
  const [written, setWritten] = useState<Written | null>(null);
  const writing = useRef<AbortController>(null);
  // An answer after the editor closed would store its draft again.
  useEffect(() => () => writing.current?.abort(), []);
  const write = async (base: WrittenRuleSet | null): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    writing.current = controller;
    await run(async () => {
      const asked = { sentence, ...(base !== null && { rules: base }) };
      const answer = await client.rules.write(asked, { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
      if (answer === undefined || signal.aborted) return;
      const { rules, examples, timeZone } = answer;
      const text = draftOf(rules);
      draft.replace(text);
      setWritten({ text, before: draft.text, examples, timeZone });
      announce("The model wrote a draft. Check each example before you publish it.");
      onWritten();
    });
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isBusy && sentence.trim() !== "") void write(draft.rules);
  };
  const isShown = written !== null && written.text === draft.text;
  return (
    <div className={styles.write}>
      <form onSubmit={submit}>
        <div className="at-field">
          <label htmlFor={id}>Describe the rules</label>
          <textarea
            id={id}
            className="at-input"
            rows={2}
            maxLength={longestSentence}
            placeholder="No more than 500 a month on cloud. Ask me for new vendors. Never at night."
            aria-describedby={`${id}-hint`}
            disabled={isBusy}
            value={sentence}
            onChange={(event) => setSentence(event.target.value)}
          />
        </div>
        <p id={`${id}-hint`} className="at-soft at-small">
          The connected model changes the draft below. You check and publish it.
        </p>
        <button type="submit" className="at-button" disabled={isBusy || sentence.trim() === ""}>
          <Sparkles size={15} aria-hidden="true" /> {isBusy ? "Writing…" : "Write a draft"}
        </button>
        {isBusy && (
          <button type="button" className="at-button" onClick={() => writing.current?.abort()}>
            Cancel
          </button>
        )}
        {isShown && !isBusy && (
          <button
            type="button"
            className="at-button"
            onClick={() => {
              draft.replace(written.before);
              setWritten(null);
            }}
          >
            Undo
          </button>
        )}
      </form>
      <p role="alert" className={`at-problem ${styles.writeProblem}`} hidden={problem === null}>
        {problem}
      </p>
      {isShown && <Examples {...written} />}
    </div>
  );
}

function Examples({ examples, timeZone }: Pick<Written, "examples" | "timeZone">): ReactNode {
  return (
    <section className={styles.examples} aria-label="Examples under the draft">
      <h3>Is this what you mean?</h3>
      <p className="at-soft at-small">
        Example spends under the draft, with times in {timeZone}. A wrong outcome shows a mistake in
        it.
      </p>
      <ul>
        {examples.map((example, index) => (
          <li key={index}>
            <span>{spendText(example, timeZone)}</span>
            <strong data-outcome={example.outcome}>{outcomeText(example)}</strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

function spendText(example: RuleExample, timeZone: string): string {
  const { amountUsd, vendor, category, agentId, at, availableUsd, earlier } = example;
  const spend = `${formatUsd(amountUsd)} to ${vendor}${category === null ? "" : ` for ${category}`}`;
  const agent = agentId === "agent" ? "" : ` by ${agentId}`;
  const balance = availableUsd === null ? "" : ` with ${formatUsd(availableUsd)} available`;
  return `${spend}${agent}, ${timeText(at, timeZone)}${balance}${earlier === null ? "" : earlierText(earlier, vendor, timeZone)}`;
}

function earlierText(
  { spends, amountUsd, vendor, at }: NonNullable<RuleExample["earlier"]>,
  other: string,
  timeZone: string,
): string {
  const counted = spends === 1 ? "1 spend" : `${spends} spends`;
  const payee = vendor === other ? "" : ` to ${vendor}`;
  return `, after ${counted} of ${formatUsd(amountUsd)}${payee}, ${timeText(at, timeZone)}`;
}

function timeText(at: string, timeZone: string): string {
  const form = { weekday: "short", day: "numeric", month: "short" } as const;
  return new Date(at).toLocaleString("en-GB", {
    ...form,
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
}

function outcomeText({ outcome, approvals }: RuleExample): string {
  if (outcome === "denied") return "Denied";
  if (outcome === "automatic") return "Approved automatically";
  if (outcome === "allowed") return "Only the limits apply";
  return approvals === 1 ? "Needs 1 approval" : `Needs ${approvals} approvals`;
}
