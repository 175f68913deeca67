"use client";

import type { PageSession } from "@agent-treasury/server";
import { type ReactNode, useState } from "react";
import { signInAs } from "../lib/use-session.ts";
import styles from "./sign-in.module.css";

interface DemoSignInProps {
  readonly names: readonly string[];
  onSession(session: PageSession): void;
}

/** A choice of people without a password. */
export function DemoSignIn({ names, onSession }: DemoSignInProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (name: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      onSession(await signInAs(name));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Sign-in failed.");
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <section className={`at-card ${styles.form}`} aria-labelledby="demo-sign-in">
        <h1 id="demo-sign-in">Sign in to the demo</h1>
        <p className="at-soft at-small">
          Decisions are recorded under this name. Sign out to decide as another person. The demo
          needs no password, because it accepts connections only from this computer.
        </p>
        <p role="alert" className="at-problem" hidden={problem === null}>
          {problem}
        </p>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="at-button at-button-solid"
            disabled={isBusy}
            onClick={() => void choose(name)}
          >
            Continue as {name}
          </button>
        ))}
      </section>
    </main>
  );
}
