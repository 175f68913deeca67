"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useCommand } from "../command-context.ts";
import { tellFailure } from "../failure-words.ts";
import { useTreasuryUpdate } from "../use-treasury.ts";
import { recallTurns, rememberTurns } from "./turn-memory.ts";
import { type TurnStreamItem, runTurn } from "./turn-stream.ts";
import { type Turn, applyItem, beginTurn, historyOf } from "./turn.ts";

/** The conversation with the agent. */
export interface Conversation {
  /** Oldest first. */
  readonly turns: readonly Turn[];
  readonly isRunning: boolean;
  send(message: string): void;
}

/** The turns of this tab in its workspace. */
export function useTurns(): Conversation {
  const { client, workspaceId } = useCommand();
  const updateTreasury = useTreasuryUpdate();
  const [turns, setTurns] = useState<readonly Turn[]>(() => recallTurns(workspaceId));
  const newest = useRef(turns);

  const change = useCallback(
    (key: string, next: (turn: Turn) => Turn) =>
      setTurns((now) => now.map((turn) => (turn.key === key ? next(turn) : turn))),
    [],
  );

  const follow = useCallback(
    async (key: string, items: AsyncIterable<TurnStreamItem>): Promise<void> => {
      try {
        for await (const item of items) {
          change(key, (turn) => applyItem(turn, item));
          if (item.kind === "result") updateTreasury(item.result.state);
          else if (item.kind === "proposal") updateTreasury();
        }
      } catch (error) {
        change(key, (turn) => ({ ...turn, status: "failed", problem: tellFailure(error) }));
        updateTreasury();
      }
    },
    [change, updateTreasury],
  );

  const send = useCallback(
    (message: string) => {
      const turn = beginTurn(message);
      const history = historyOf(newest.current);
      setTurns((now) => [...now, turn]);
      void follow(turn.key, runTurn(client, { message, history }));
    },
    [client, follow],
  );

  useEffect(() => {
    newest.current = turns;
    rememberTurns(workspaceId, turns);
  }, [turns, workspaceId]);

  return { turns, isRunning: turns.some(({ status }) => status === "running"), send };
}
