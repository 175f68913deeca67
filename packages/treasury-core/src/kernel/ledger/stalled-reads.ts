import type { Clock, Storage } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { rejectIfSlow } from "./commit/reject-if-slow.ts";

const probeEveryMs = 1_000;

/**
 * Rejects the first read of a request at once while no read returns. One a second is sent, so that
 * the storage's return is noticed.
 */
export function rejectingStalledReads(storage: Storage, clock: Pick<Clock, "monotonic">): Storage {
  let inFlight = 0;
  let returnedAt = 0;
  let probedAt = Number.NEGATIVE_INFINITY;
  const read = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const now = clock.monotonic();
    if (inFlight === 0) returnedAt = now;
    else if (now - probedAt < probeEveryMs) rejectIfSlow(now - returnedAt);
    probedAt = now;
    inFlight += 1;
    try {
      return await work();
    } finally {
      inFlight -= 1;
      returnedAt = clock.monotonic();
    }
  };
  const { workspacesWithOpen } = storage;
  return {
    ...forwardedStorage(storage),
    ...(workspacesWithOpen && {
      workspacesWithOpen: (...asked) => read(() => workspacesWithOpen.call(storage, ...asked)),
    }),
    load: (requests) => read(() => storage.load(requests)),
    view: (...asked) => read(() => storage.view(...asked)),
    due: (...asked) => read(() => storage.due(...asked)),
    workspaces: (...asked) => read(() => storage.workspaces(...asked)),
  };
}
