"use client";

import type { PageSession } from "@agent-treasury/server";
import { type FormEvent, type ReactNode, useState } from "react";
import { signIn } from "../lib/use-session.ts";
import styles from "./sign-in.module.css";

interface SignInProps {
  onSession(session: PageSession): void;
}

export function SignIn({ onSession }: SignInProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const token = new FormData(event.currentTarget).get("token");
    setBusy(true);
    setProblem(null);
    try {
      onSession(await signIn(typeof token === "string" ? token : ""));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Sign-in failed.");
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={`at-card ${styles.form}`} onSubmit={(event) => void submit(event)}>
        <h1>Sign in to the command centre</h1>
        <p className="at-soft at-small">Decisions that you make are recorded under your name.</p>
        <div className="at-field">
          <label htmlFor="token">Access token</label>
          <input
            id="token"
            name="token"
            type="password"
            className="at-input"
            autoComplete="current-password"
            required
          />
        </div>
        <p role="alert" className="at-problem" hidden={problem === null}>
          {problem}
        </p>
        <button type="submit" className="at-button at-button-solid" disabled={isBusy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
