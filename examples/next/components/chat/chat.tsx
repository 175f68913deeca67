"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useCommand } from "../../lib/command-context.ts";
import type { Turn } from "../../lib/turns/turn.ts";
import { useTurns } from "../../lib/turns/use-turns.ts";
import { useTreasury } from "../../lib/use-treasury.ts";
import { AgentTurn } from "./agent-turn.tsx";
import { Composer } from "./composer.tsx";
import { FirstSteps } from "./first-steps.tsx";
import styles from "./chat.module.css";

const nearEndPixels = 80;

/** Talking with the agent: directives, answers as they come, and the spends that they asked for. */
export function Chat(): ReactNode {
  const { session } = useCommand();
  const { state } = useTreasury();
  const { turns, isRunning, send } = useTurns();
  const log = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const newest = turns.at(-1);

  useEffect(() => {
    // What is new is at the end; who reads further up is left there.
    if (isAtEnd.current && turns.length > 0)
      log.current?.scrollTo({ top: log.current.scrollHeight });
  }, [turns, state]);

  const say = (message: string): void => {
    isAtEnd.current = true;
    send(message);
  };

  return (
    <section aria-labelledby="agent" className={`card ${styles.chat}`}>
      <header className={styles.head}>
        <h2 id="agent">Agent</h2>
        <p className={styles.agent}>
          {session.agent === null ? "Not connected" : `Answered by ${session.agent}`}
        </p>
      </header>
      <div
        ref={log}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // What scrolls has to be reached by the keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={({ currentTarget: box }) => {
          isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < nearEndPixels;
        }}
      >
        {turns.length === 0 ? (
          <FirstSteps onSay={say} isDisabled={session.agent === null} />
        ) : (
          <ol className={styles.turns}>
            {turns.map((turn) => (
              <li key={turn.key}>
                <AgentTurn turn={turn} />
              </li>
            ))}
          </ol>
        )}
      </div>
      <p role="status" className="hidden">
        {newest === undefined ? "" : tellTurn(newest)}
      </p>
      <Composer onSend={say} isBusy={isRunning} isDisabled={session.agent === null} />
    </section>
  );
}

/** What somebody who does not see the page hears of a turn. */
function tellTurn({ status, text, problem }: Turn): string {
  switch (status) {
    case "running":
      return "The agent is at work.";
    case "waiting":
      return `The agent waits for your decision. ${text}`;
    case "done":
      return `The agent answered: ${text}`;
    case "failed":
      return `The turn failed: ${problem ?? ""}`;
    case "lost":
      return "";
  }
}
