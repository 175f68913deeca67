"use client";

import type { AgentMachine, ExecResult } from "@agent-treasury/sdk-client";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { formatDuration } from "../format/moment.ts";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import styles from "./machine-card.module.css";

interface CommandLineProps {
  readonly machine: AgentMachine;
  onRan(): void;
}

export function CommandLine({ machine, onRan }: CommandLineProps): ReactNode {
  const fieldId = useId();
  const { client } = useTreasuryContext();
  const [command, setCommand] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<ExecResult | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (command.trim() === "" || isBusy) return;
    setBusy(true);
    setProblem(null);
    setResult(null);
    try {
      setResult((await client.machines.exec(machine.id, { command })).result);
    } catch (error) {
      setProblem(failureText(error));
    } finally {
      setBusy(false);
      onRan();
    }
  };
  return (
    <div className={styles.command}>
      <form className="at-field" onSubmit={(event) => void run(event)}>
        <label htmlFor={fieldId}>Run a command</label>
        <div className={styles.line}>
          <input
            id={fieldId}
            className="at-input"
            placeholder="uname -a"
            autoComplete="off"
            spellCheck={false}
            value={command}
            onChange={(event) => setCommand(event.target.value)}
          />
          <button type="submit" className="at-button" disabled={isBusy || command.trim() === ""}>
            {isBusy ? "Running…" : "Run"}
          </button>
        </div>
        {machine.state === "suspended" && (
          <p className="at-soft at-small">This starts the machine.</p>
        )}
      </form>
      <p role="alert" className="at-problem" hidden={problem === null}>
        {problem}
      </p>
      <div role="status" aria-label="Output" hidden={result === null}>
        {result !== null && <Output result={result} />}
      </div>
    </div>
  );
}

function Output({ result }: { readonly result: ExecResult }): ReactNode {
  const { stdout, stderr, exitCode, durationMs } = result;
  const printed = [stdout, stderr]
    .map((text) => text.replace(/\n$/, ""))
    .filter((text) => text !== "")
    .join("\n");
  return (
    <>
      <pre className={styles.output} tabIndex={0}>
        <bdi>{printed === "" ? "(nothing printed)" : printed}</bdi>
      </pre>
      <p className={styles.exit} data-ok={exitCode === 0}>
        <span>{exitCode === 124 ? "Timed out" : `Exit code ${exitCode}`}</span>
        <span className="at-number">
          {durationMs < 1000 ? `${durationMs} ms` : formatDuration(durationMs)}
        </span>
      </p>
    </>
  );
}
