import type { Storage, TurnLog } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";

const sweepEveryMs = 3_600_000;
const removedAtOnce = 500;

export interface SweepParts {
  readonly monotonic: () => number;
  /** Null if unknown. */
  readonly storageNow: () => number | null;
  /** The turn log of storages without one. */
  readonly turnLog?: TurnLog;
  /** No caller waits for a purge. */
  readonly report: (error: unknown) => void;
}

/**
 * Purges expired records: after the first commit, then after a commit at most once an hour. Uses no
 * timer, so that it does not keep the process alive.
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
