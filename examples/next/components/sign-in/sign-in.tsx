"use client";

import type { PageSession } from "@agent-treasury/server";
import { type FormEvent, type ReactNode, useState } from "react";
import { failureText } from "../../lib/failure-text.ts";
import { signIn } from "../../lib/use-session.ts";
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
      setProblem(failureText(error));
      setBusy(false);
    }
  };
  return (
    <main className={styles.page}>
      <form className={`card ${styles.form}`} onSubmit={(event) => void submit(event)}>
        <h1>Sign in to the command centre</h1>
        <p className="soft small">Decisions that you make are recorded under your name.</p>
        <div className="field">
          <label htmlFor="token">Access token</label>
          <input
            id="token"
            name="token"
            type="password"
            className="input"
            autoComplete="current-password"
            required
          />
        </div>
        <p role="alert" className="problem" hidden={problem === null}>
          {problem}
        </p>
        <button type="submit" className="button solid" disabled={isBusy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
