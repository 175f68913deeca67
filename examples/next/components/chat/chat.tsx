"use client";

import type { ReactNode } from "react";
import { useCommand } from "../../lib/command-context.ts";
import type { Turn } from "../../lib/turns/turn.ts";
import { useTurns } from "../../lib/turns/use-turns.ts";
import { useEndInView } from "../../lib/use-end-in-view.ts";
import { AgentTurn } from "./agent-turn.tsx";
import { Composer } from "./composer.tsx";
import { FirstSteps } from "./first-steps.tsx";
import styles from "./chat.module.css";

export function Chat(): ReactNode {
  const { session } = useCommand();
  const { turns, isRunning, send } = useTurns();
  const { box, content, onScroll, follow } = useEndInView(turns.length > 0);
  const newest = turns.at(-1);

  const say = (message: string): void => {
    follow();
    send(message);
  };

  return (
    <section
      aria-labelledby="agent"
      className={`card ${styles.chat}`}
      data-begun={turns.length > 0}
    >
      <header className={styles.head}>
        <h2 id="agent">Agent</h2>
        <p className={styles.agent}>
          {session.agent === null ? "Not connected" : `Answered by ${session.agent}`}
        </p>
      </header>
      <div
        ref={box}
        className={styles.log}
        role="log"
        aria-live="off"
        aria-label="Conversation"
        // A scrolling region must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={content}>
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
      </div>
      <p role="status" className="hidden">
        {newest === undefined ? "" : turnText(newest)}
      </p>
      <Composer onSend={say} isBusy={isRunning} isDisabled={session.agent === null} />
    </section>
  );
}

/** Returns the status of a turn for screen readers. */
function turnText({ status, text, problem }: Turn): string {
  switch (status) {
    case "running":
      return "The agent is working.";
    case "waiting":
      return `The agent needs your approval. ${text}`;
    case "done":
      return `The agent replied: ${text}`;
    case "failed":
      return `The turn failed: ${problem ?? ""}`;
    case "lost":
      return "";
  }
}
