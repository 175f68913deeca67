import type { Commit, Storage, TurnLog } from "@agent-treasury/provider";
import type { CountedFaults } from "./counts.ts";
import { FaultyCommits, unreachable } from "./faulty-commits.ts";
import type { Life, Schedule } from "./schedule.ts";

/** One process's connection to a storage. Each call and each response waits for the schedule. */
export function scheduledStorage(
  storage: Storage,
  schedule: Schedule,
  process: Life,
  faults: CountedFaults,
): Storage {
  const ask = scheduledCalls(schedule, process);
  const read = <Answer>(call: () => Promise<Answer>): Promise<Answer> =>
    ask(false, async () => {
      if (faults.ofRead() === "failed") throw unreachable();
      return call();
    });
  const commits = new FaultyCommits(storage, faults, (late: readonly Commit[]) => {
    const happen = async (): Promise<void> => void (await storage.commit(late));
    schedule.add({ process, kind: "stray", mayStray: true, happen });
  });
  return {
    specificationVersion: "2",
    name: `scheduled ${storage.name}`,
    load: (requests) => read(() => storage.load(requests)),
    view: (...asked) => read(() => storage.view(...asked)),
    due: (...asked) => read(() => storage.due(...asked)),
    workspaces: (after, limit) => read(() => storage.workspaces(after, limit)),
    commit: (sent) => ask(true, () => commits.commit(sent)),
    ...(storage.exclusive && {
      // Exclusive access ends without effect when its process crashed.
      exclusive: (...asked: Parameters<FaultyCommits["exclusive"]>) =>
        ask(false, () => commits.exclusive(...asked)),
    }),
    purge: (now, limit) => ask(true, () => storage.purge(now, limit)),
    copy: (workspaceId) => storage.copy(workspaceId),
    rewriteEntries: (...asked) => ask(true, () => storage.rewriteEntries(...asked)),
    ...(storage.turnLog && { turnLog: scheduledTurnLog(storage.turnLog, ask) }),
    close: async () => {},
  };
}

type Ask = <Answer>(mayStray: boolean, call: () => Promise<Answer>) => Promise<Answer>;

function scheduledCalls(schedule: Schedule, process: Life): Ask {
  return (mayStray, call) =>
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
}

function scheduledTurnLog(log: TurnLog, ask: Ask): TurnLog {
  return {
    specificationVersion: "1",
    name: log.name,
    append: (records) => ask(true, () => log.append(records)),
    read: (...asked) => ask(false, () => log.read(...asked)),
    erase: (...asked) => ask(true, () => log.erase(...asked)),
    purge: (...asked) => ask(true, () => log.purge(...asked)),
  };
}
