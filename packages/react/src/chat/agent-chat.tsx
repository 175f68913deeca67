"use client";

import { type ReactNode, useId } from "react";
import { useEndInView } from "../hooks/use-end-in-view.ts";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { AgentTurn } from "./agent-turn.tsx";
import { Composer } from "./composer.tsx";
import { FirstSteps } from "./first-steps.tsx";
import type { Turn } from "./turn.ts";
import { useTurns } from "./use-turns.ts";
import styles from "./agent-chat.module.css";

export interface AgentChatProps {
  /** A description of the model that replies. Null if none is connected, which disables the field. */
  readonly model?: string | null | undefined;
  /**
   * Where a pending spend of a turn is decided: on its card in the conversation, or in an
   * `ApprovalInbox` of the same page, to which the conversation then leads. Default: `inline`.
   */
  readonly approvals?: "inline" | "inbox" | undefined;
}

/** A conversation with the agent. The tab remembers it, and resumes it after a reload. */
export function AgentChat(props: AgentChatProps): ReactNode {
  // The server does not know what the tab remembers.
  const isHydrated = useHydrated();
  return <Chat key={isHydrated ? "browser" : "server"} {...props} />;
}

function Chat({ model, approvals = "inline" }: AgentChatProps): ReactNode {
  const id = useId();
  const isDisabled = model === null;
  const { turns, isRunning, send } = useTurns();
  const { box, content, onScroll, follow } = useEndInView(turns.length > 0);
  const newest = turns.at(-1);

  const say = (message: string): void => {
    follow();
    send(message);
  };

  return (
    <section
      aria-labelledby={id}
      className={`at-card ${styles.chat}`}
      data-begun={turns.length > 0}
    >
      <header className={styles.head}>
        <h2 id={id}>Agent</h2>
        {model !== undefined && (
          <p className={styles.agent}>
            {model === null ? "Not connected" : `Answered by ${model}`}
          </p>
        )}
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
            <FirstSteps onSay={say} isDisabled={isDisabled} />
          ) : (
            <ol className={styles.turns}>
              {turns.map((turn) => (
                <li key={turn.key}>
                  <AgentTurn turn={turn} approvals={approvals} />
                </li>
              ))}
            </ol>
          )}
        </div>
      </div>
      <p role="status" className="at-hidden">
        {newest === undefined ? "" : turnText(newest)}
      </p>
      <Composer onSend={say} isBusy={isRunning} isDisabled={isDisabled} />
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
