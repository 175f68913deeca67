"use client";

import { useCallback, useEffect } from "react";
import { useTreasuryContext } from "../provider/treasury-context.ts";
import { useTreasury } from "../provider/use-treasury.ts";
import { type Turn, beginTurn, historyOf, isDecided, lastEventOf } from "./turn.ts";
import { useFollowedTurns } from "./use-followed-turns.ts";

/** The conversation with the agent. */
export interface Conversation {
  /** Oldest first. */
  readonly turns: readonly Turn[];
  readonly isRunning: boolean;
  send(message: string): void;
}

/** Returns the turns of this tab in its workspace, and follows each of them until it ends. */
export function useTurns(): Conversation {
  const { client, workspaceId, chats } = useTreasuryContext();
  const { state } = useTreasury();
  const { turns, add, newest, follow } = useFollowedTurns(workspaceId);

  useEffect(() => {
    chats.current = [...chats.current, workspaceId];
    return () => {
      chats.current = chats.current.toSpliced(chats.current.indexOf(workspaceId), 1);
    };
  }, [chats, workspaceId]);

  const send = useCallback(
    (message: string) => {
      const turn = beginTurn(message);
      const history = historyOf(newest.current);
      add(turn);
      follow(turn, (signal) => client.agent.stream({ message, history }, { signal }));
    },
    [add, client, follow, newest],
  );

  useEffect(() => {
    // A turn that ran during a reload continues in the service.
    for (const turn of newest.current) {
      if (turn.status === "running" && turn.turnId !== null) {
        const watched = { turnId: turn.turnId, after: lastEventOf(turn) };
        follow(turn, (signal) => client.agent.watch(watched, { signal }));
      }
    }
  }, [client, follow, newest]);

  useEffect(() => {
    // Resumes a turn when it has no pending spend, wherever the decisions were made.
    if (state === undefined) return;
    for (const turn of newest.current) {
      if (turn.turnId === null || !isDecided(turn, state.proposals)) continue;
      const resumed = { turnId: turn.turnId, after: lastEventOf(turn) };
      follow(turn, (signal) => client.agent.streamResume(resumed, { signal }));
    }
  }, [client, follow, newest, state]);

  return { turns, isRunning: turns.some(({ status }) => status === "running"), send };
}
