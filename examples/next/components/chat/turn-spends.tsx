"use client";

import { type ReactNode, useRef } from "react";
import { type Turn, spendsOf } from "../../lib/turns/turn.ts";
import { useNarrow } from "../../lib/use-narrow.ts";
import { useTreasury } from "../../lib/use-treasury.ts";
import { DecidedSpend } from "../inbox/decided-spend.tsx";
import { SpendCard } from "../inbox/spend-card.tsx";
import { WaitingSpend } from "./waiting-spend.tsx";
import styles from "./turn-spends.module.css";

interface TurnSpendsProps {
  readonly turn: Turn;
}

export function TurnSpends({ turn }: TurnSpendsProps): ReactNode {
  const { state } = useTreasury();
  const isNarrow = useNarrow();
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
          ) : isNarrow ? (
            <SpendCard proposal={proposal} treasury={state} onDecided={() => focusLine(index)} />
          ) : (
            // A wide window shows the inbox next to it.
            <WaitingSpend proposal={proposal} />
          )}
        </li>
      ))}
    </ul>
  );
}
