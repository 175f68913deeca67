"use client";

import type { ReactNode } from "react";
import type { Turn } from "../../lib/turns/turn.ts";
import { Answer } from "./answer.tsx";
import { Trace } from "./trace.tsx";
import { TurnSpends } from "./turn-spends.tsx";
import styles from "./agent-turn.module.css";

interface AgentTurnProps {
  readonly turn: Turn;
}

export function AgentTurn({ turn }: AgentTurnProps): ReactNode {
  return (
    <div className={styles.turn}>
      <p className={styles.message}>
        <span className="hidden">Your message: </span>
        <bdi>{turn.message}</bdi>
      </p>
      <Trace turn={turn} />
      <div className={styles.answer}>
        <TurnSpends turn={turn} />
        {turn.text !== "" && <Answer text={turn.text} />}
        <Progress turn={turn} />
      </div>
    </div>
  );
}

function Progress({ turn }: AgentTurnProps): ReactNode {
  switch (turn.status) {
    case "running":
      return (
        <p className={styles.working}>
          <span className={styles.pulse} aria-hidden="true" /> Working
        </p>
      );
    case "failed":
      return (
        <p className="problem">
          <bdi>{turn.problem}</bdi>
        </p>
      );
    case "lost":
      return (
        <p className="soft small">
          The page was closed during this turn. Its spends are in the inbox.
        </p>
      );
    case "waiting":
    case "done":
      return null;
  }
}
