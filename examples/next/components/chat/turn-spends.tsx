"use client";

import type { Proposal } from "@agent-treasury/sdk-client";
import { type ReactNode, useRef } from "react";
import { type Turn, proposalIdsOf } from "../../lib/turns/turn.ts";
import { useNarrow } from "../../lib/use-narrow.ts";
import { useTreasury } from "../../lib/use-treasury.ts";
import { DecidedSpend } from "../inbox/decided-spend.tsx";
import { SpendCard } from "../inbox/spend-card.tsx";
import { WaitingSpend } from "./waiting-spend.tsx";
import styles from "./turn-spends.module.css";

interface TurnSpendsProps {
  readonly turn: Turn;
}

/**
 * The spends of a turn as they stand now: a line for each, and for one that waits a card, unless the
 * inbox beside it has that.
 */
export function TurnSpends({ turn }: TurnSpendsProps): ReactNode {
  const { state } = useTreasury();
  const isNarrow = useNarrow();
  const list = useRef<HTMLUListElement>(null);
  const spends = proposalIdsOf(turn).flatMap((id) => {
    const current = state?.proposals.find((proposal) => proposal.id === id);
    return current ?? proposedIn(turn, id) ?? [];
  });
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
          ) : isNarrow ? (
            <SpendCard proposal={proposal} treasury={state} onDecided={() => focusLine(index)} />
          ) : (
            // Where there is room, the inbox stands beside it.
            <WaitingSpend proposal={proposal} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** The spend as the turn told of it, where the treasury's newest hundred do not have it any more. */
function proposedIn({ events }: Turn, id: string): Proposal | undefined {
  const event = events.find((one) => one.kind === "proposal" && one.proposalId === id);
  return event?.kind === "proposal" ? event.proposal : undefined;
}
