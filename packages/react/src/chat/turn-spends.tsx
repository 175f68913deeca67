"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { DecidedSpend } from "../inbox/decided-spend.tsx";
import { SpendCard } from "../inbox/spend-card.tsx";
import { showWaitingSpend } from "../inbox/waiting-spend.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import { type Turn, proposalIdsOf, spendsOf } from "./turn.ts";
import { WaitingSpend } from "./waiting-spend.tsx";
import styles from "./turn-spends.module.css";

export interface TurnSpendsProps {
  readonly turn: Turn;
  readonly approvals: "inline" | "inbox";
}

export function TurnSpends({ turn, approvals }: TurnSpendsProps): ReactNode {
  const { state } = useTreasury();
  const list = useRef<HTMLUListElement>(null);
  // A reload does not scroll to the spends that the tab remembers.
  const [remembered] = useState(() => proposalIdsOf(turn));
  const spends = state === undefined ? [] : spendsOf(turn, state.proposals);
  const added = spends.find(({ id, status }) => status === "pending" && !remembered.includes(id));
  const addedId = approvals === "inbox" ? added?.id : undefined;
  useEffect(() => {
    if (addedId !== undefined) showWaitingSpend(addedId);
  }, [addedId]);
  if (state === undefined || spends.length === 0) return null;
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
