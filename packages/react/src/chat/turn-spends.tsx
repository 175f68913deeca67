"use client";

import { type ReactNode, useRef } from "react";
import { DecidedSpend } from "../inbox/decided-spend.tsx";
import { SpendCard } from "../inbox/spend-card.tsx";
import { useTreasury } from "../provider/use-treasury.ts";
import { type Turn, spendsOf } from "./turn.ts";
import { WaitingSpend } from "./waiting-spend.tsx";
import styles from "./turn-spends.module.css";

export interface TurnSpendsProps {
  readonly turn: Turn;
  readonly approvals: "inline" | "inbox";
}

export function TurnSpends({ turn, approvals }: TurnSpendsProps): ReactNode {
  const { state } = useTreasury();
  const list = useRef<HTMLUListElement>(null);
  if (state === undefined) return null;
  const spends = spendsOf(turn, state.proposals);
  if (spends.length === 0) return null;
  const focusLine = (index: number): void => {
    setTimeout(() => list.current?.children[index]?.querySelector("summary")?.focus());
  };
  return (
    <ul ref={list} className={styles.spends}>
      {spends.map((proposal, index) => (
        <li key={proposal.id}>
          {proposal.status !== "pending" ? (
            <div className={styles.decided}>
              <DecidedSpend proposal={proposal} />
            </div>
          ) : approvals === "inline" ? (
            <SpendCard proposal={proposal} treasury={state} onDecided={() => focusLine(index)} />
          ) : (
            <WaitingSpend proposal={proposal} />
          )}
        </li>
      ))}
    </ul>
  );
}
