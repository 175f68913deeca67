import {
  type Commit,
  type CommitOutcome,
  type Storage,
  TreasuryError,
} from "@agent-treasury/treasury-core";
import type { Misfortunes } from "./misfortunes.ts";
import type { Life, Schedule } from "./schedule.ts";

/** One process's connection to a storage: each of its calls, and each answer, waits for the schedule. */
export function scheduledStorage(
  storage: Storage,
  schedule: Schedule,
  process: Life,
  misfortunes: Misfortunes,
): Storage {
  const ask = <Answer>(mayStray: boolean, call: () => Promise<Answer>): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const deliver = (settle: () => void): void => {
        if (process.isOver) return;
        schedule.add({ process, kind: "answer", mayStray: false, happen: async () => settle() });
      };
      const happen = (): Promise<void> =>
        call().then(
          (answer) => deliver(() => resolve(answer)),
          (error: unknown) => deliver(() => reject(error)),
        );
      schedule.add({ process, kind: "call", mayStray, happen });
    });
  const read = <Answer>(call: () => Promise<Answer>): Promise<Answer> =>
    ask(false, async () => {
      if (misfortunes.ofRead() === "failed") throw unreachable();
      return call();
    });
  const commit = async (commits: readonly Commit[]): Promise<readonly CommitOutcome[]> => {
    const land = (): Promise<readonly CommitOutcome[]> => storage.commit(commits);
    switch (misfortunes.ofCommit()) {
      case "none":
        return land();
      case "refused":
        throw unreachable();
      case "lost":
        break;
      case "unseen":
        await land();
        break;
      case "late": {
        const happen = async (): Promise<void> => void (await land());
        schedule.add({ process, kind: "stray", mayStray: true, happen });
      }
    }
    return commits.map(() => ({ kind: "unclear", cause: new Error("The answer was lost.") }));
  };
  return {
    specificationVersion: "1",
    name: `scheduled ${storage.name}`,
    load: (requests) => read(() => storage.load(requests)),
    view: (...asked) => read(() => storage.view(...asked)),
    due: (...asked) => read(() => storage.due(...asked)),
    workspaces: (after, limit) => read(() => storage.workspaces(after, limit)),
    commit: (commits) => ask(true, () => commit(commits)),
    sweep: (now, limit) => ask(true, () => storage.sweep(now, limit)),
    copy: (workspaceId) => storage.copy(workspaceId),
    rewriteEntries: (...asked) => ask(true, () => storage.rewriteEntries(...asked)),
    close: async () => {},
  };
}

function unreachable(): TreasuryError {
  return new TreasuryError("storage_error", "The storage could not be reached; nothing was sent.");
}
