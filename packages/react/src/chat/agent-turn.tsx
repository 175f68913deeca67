"use client";

import type { ReactNode } from "react";
import { TurnCost } from "../costs/turn-cost.tsx";
import { Answer } from "./answer.tsx";
import { Trace } from "./trace.tsx";
import { TurnSpends, type TurnSpendsProps } from "./turn-spends.tsx";
import styles from "./agent-turn.module.css";

type AgentTurnProps = TurnSpendsProps;

export function AgentTurn({ turn, approvals }: AgentTurnProps): ReactNode {
  return (
    <div className={styles.turn}>
      <p className={styles.message}>
        <span className="at-hidden">Your message: </span>
        <bdi>{turn.message}</bdi>
      </p>
      <Trace turn={turn} />
      <div className={styles.answer}>
        <TurnSpends turn={turn} approvals={approvals} />
        {turn.text !== "" && <Answer text={turn.text} />}
        <Progress turn={turn} />
        <TurnCost turn={turn} />
      </div>
    </div>
  );
}

function Progress({ turn }: Pick<AgentTurnProps, "turn">): ReactNode {
  switch (turn.status) {
    case "running":
      return (
        <p className={styles.working}>
          <span className={styles.pulse} aria-hidden="true" /> Working
        </p>
      );
    case "failed":
      return (
        <p className="at-problem">
          <bdi>{turn.problem}</bdi>
        </p>
      );
    case "lost":
      return (
        <p className="at-soft at-small">
          The page was closed during this turn. Its spends are in the inbox.
        </p>
      );
    case "waiting":
    case "done":
      return null;
  }
}
