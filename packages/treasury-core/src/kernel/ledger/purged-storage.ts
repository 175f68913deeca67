import type { Storage, TurnLog } from "@agent-treasury/provider";
import { everyStep, forwardedStorage } from "@agent-treasury/provider/helpers";

const purgeEveryMs = 3_600_000;
const removedAtOnce = 500;

export interface PurgeDeps {
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
export function purgedStorage(storage: Storage, parts: PurgeDeps): Storage {
  const { turnLog = parts.turnLog } = storage;
  let purgedAt = Number.NEGATIVE_INFINITY;
  let purging: Promise<void> = Promise.resolve();
  const closing = new AbortController();
  const purgeOut = async (records: Pick<Storage, "purge">, now: number): Promise<void> => {
    let removed = removedAtOnce;
    while (removed === removedAtOnce && !closing.signal.aborted) {
      removed = await records.purge(now, removedAtOnce);
    }
  };
  const purged = turnLog === undefined ? [storage] : [storage, turnLog];
  const purge = (now: number): Promise<void> =>
    everyStep(
      purged.map((each) => () => purgeOut(each, now)),
      parts.report,
    );
  /** Never throws, because that would deny the commit before it. */
  const purgeIfDue = (): void => {
    try {
      const now = parts.storageNow();
      if (now === null || parts.monotonic() - purgedAt < purgeEveryMs) return;
      purgedAt = parts.monotonic();
      purging = purging.then(() => purge(now)).catch(parts.report);
    } catch (error) {
      parts.report(error);
    }
  };
  const { exclusive } = storage;
  return {
    ...forwardedStorage(storage),
    ...(exclusive && {
      exclusive: async (request, decide) => {
        const outcome = await exclusive.call(storage, request, decide);
        purgeIfDue();
        return outcome;
      },
    }),
    ...(turnLog && { turnLog }),
    commit: async (commits) => {
      const outcomes = await storage.commit(commits);
      purgeIfDue();
      return outcomes;
    },
    close: async () => {
      closing.abort();
      await purging;
      await storage.close();
    },
  };
}
