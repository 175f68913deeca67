"use client";

import { type TurnStream, isTreasuryApiError } from "@agent-treasury/sdk-client";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "../format/failure-text.ts";
import { useInboxUpdate } from "../inbox/use-inbox.ts";
import { useTreasuryUpdate } from "../provider/use-treasury.ts";
import { later } from "../support/later.ts";
import { recallTurns, rememberTurns } from "./turn-memory.ts";
import { type Turn, applyItem } from "./turn.ts";

/** Opens a turn's stream. The signal closes the stream, and the turn continues. */
export type OpenStream = (signal: AbortSignal) => TurnStream;

/** The turns of this tab. */
export interface FollowedTurns {
  /** Oldest first, as they are shown. */
  readonly turns: readonly Turn[];
  /** The same, without waiting for the next rendering. */
  readonly newest: RefObject<readonly Turn[]>;
  add(turn: Turn): void;
  /** Applies the items of a turn's stream, unless the turn is followed already. */
  follow(turn: Turn, open: OpenStream): void;
}

const askAgainMs = 2000;

/** Stores the turns of a workspace for this tab, and follows their streams. */
export function useFollowedTurns(workspaceId: string): FollowedTurns {
  const updateTreasury = useTreasuryUpdate();
  const updateInbox = useInboxUpdate();
  const [turns, setTurns] = useState<readonly Turn[]>(() => recallTurns(workspaceId));
  const newest = useRef(turns);
  const streams = useRef(new Map<string, AbortController>());

  const change = useCallback(
    (next: (turns: readonly Turn[]) => readonly Turn[]) => {
      newest.current = next(newest.current);
      rememberTurns(workspaceId, newest.current);
      setTurns(newest.current);
    },
    [workspaceId],
  );
  const add = useCallback((turn: Turn) => change((now) => [...now, turn]), [change]);

  const follow = useCallback(
    ({ key }: Turn, open: OpenStream): void => {
      if (streams.current.has(key)) return;
      const leave = new AbortController();
      const { signal } = leave;
      streams.current.set(key, leave);
      const apply = (next: (turn: Turn) => Turn): void =>
        change((now) => now.map((turn) => (turn.key === key ? next(turn) : turn)));
      const read = async (): Promise<void> => {
        for await (const item of open(signal)) {
          apply((turn) => applyItem(turn, item));
          if (item.kind === "result") updateTreasury(item.result.state);
          else if (item.kind === "proposal") updateTreasury();
          else continue;
          updateInbox();
        }
      };
      void readWhenFree(read, signal)
        .catch((error: unknown) => {
          if (signal.aborted) return;
          apply((turn) => ({ ...turn, status: "failed", problem: failureText(error) }));
          updateTreasury();
        })
        .finally(() => {
          if (streams.current.get(key) === leave) streams.current.delete(key);
        });
    },
    [change, updateInbox, updateTreasury],
  );

  useEffect(() => {
    const open = streams.current;
    return () => {
      for (const leave of open.values()) leave.abort();
      open.clear();
    };
  }, []);
  return { turns, newest, add, follow };
}

/** A workspace runs one turn at a time, so a turn to resume waits until the running one finishes. */
async function readWhenFree(read: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await read();
      return;
    } catch (error) {
      const isBusy = isTreasuryApiError(error) && error.code === "turn_in_progress";
      if (!isBusy || signal.aborted) throw error;
      await later(askAgainMs, signal);
      signal.throwIfAborted();
    }
  }
}
