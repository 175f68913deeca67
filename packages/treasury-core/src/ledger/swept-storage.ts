import type { Storage, TurnLog } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

const sweepEveryMs = 3_600_000;
const removedAtOnce = 500;

/** What sweeping needs beside the storage. */
export interface SweepParts {
  /** Elapsed time, milliseconds. */
  readonly monotonic: () => number;
  /** The storage's own time; null while it is not known. */
  readonly storageNow: () => number | null;
  /** For a storage that keeps no turns by itself. */
  readonly turnLog?: TurnLog;
  /** Told of a sweep that failed: no caller waits for it. */
  readonly report: (error: unknown) => void;
}

/**
 * The same storage, from which what is past its time is removed: after the first commit, and then at
 * most once an hour after another one. Without it the ids of commits, the claims that ran out and the
 * records of old turns would stay for good. It needs no timer, so it keeps no process alive, and who only reads writes nothing.
 */
export function sweptStorage(storage: Storage, parts: SweepParts): Storage {
  const { turnLog = parts.turnLog } = storage;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let sweeping: Promise<void> = Promise.resolve();
  const closing = new AbortController();
  const sweepOut = async (swept: Pick<Storage, "sweep">, now: number): Promise<void> => {
    let removed = removedAtOnce;
    while (removed === removedAtOnce && !closing.signal.aborted) {
      removed = await swept.sweep(now, removedAtOnce);
    }
  };
  const sweep = async (now: number): Promise<void> => {
    await sweepOut(storage, now);
    if (turnLog !== undefined) await sweepOut(turnLog, now);
  };
  const sweepIfDue = (): void => {
    const now = parts.storageNow();
    if (now === null || parts.monotonic() - sweptAt < sweepEveryMs) return;
    sweptAt = parts.monotonic();
    sweeping = sweeping.then(() => sweep(now)).catch(parts.report);
  };
  const { exclusive } = storage;
  return {
    ...forwardedStorage(storage),
    ...(exclusive && {
      exclusive: async (request, decide) => {
        const outcome = await exclusive.call(storage, request, decide);
        sweepIfDue();
        return outcome;
      },
    }),
    ...(turnLog && { turnLog }),
    commit: async (commits) => {
      const outcomes = await storage.commit(commits);
      sweepIfDue();
      return outcomes;
    },
    close: async () => {
      closing.abort();
      await sweeping;
      await storage.close();
    },
  };
}
