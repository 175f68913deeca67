import {
  type Commit,
  type CommitOutcome,
  type LoadRequest,
  type Snapshot,
  type Storage,
  TreasuryError,
  type TurnLog,
} from "@agent-treasury/treasury-core";
import type { CountedMisfortunes } from "./counts.ts";
import type { Life, Schedule } from "./schedule.ts";

/** One process's connection to a storage: each of its calls, and each answer, waits for the schedule. */
export function scheduledStorage(
  storage: Storage,
  schedule: Schedule,
  process: Life,
  misfortunes: CountedMisfortunes,
): Storage {
  const ask: Ask = (mayStray, call) =>
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
  const sent = new Set<string>();
  const strayLater = (commits: readonly Commit[]): void => {
    const happen = async (): Promise<void> => void (await storage.commit(commits));
    schedule.add({ process, kind: "stray", mayStray: true, happen });
  };
  const commit = async (commits: readonly Commit[]): Promise<readonly CommitOutcome[]> => {
    const isResent = commits.some(({ id }) => sent.has(id));
    for (const { id } of commits) sent.add(id);
    switch (misfortunes.ofCommit()) {
      case "none":
        return storage.commit(commits);
      case "refused":
        throw unreachable();
      case "beaten":
        // Of what was sent before it is said what became of it, or nothing.
        return isResent ? storage.commit(commits) : commits.map(() => ({ kind: "conflict" }));
      case "lost":
        break;
      case "unseen":
        await storage.commit(commits);
        break;
      case "late":
        strayLater(commits);
    }
    return commits.map(() => unclear());
  };
  const exclusive = async (
    request: LoadRequest,
    decide: (snapshot: Snapshot) => Commit | null,
  ): Promise<CommitOutcome | null> => {
    misfortunes.takeTurn();
    const fate = misfortunes.ofCommit();
    if (fate === "refused") throw unreachable();
    const decided: Commit[] = [];
    const outcome = await storage.exclusive?.(request, (snapshot) => {
      const one = decide(snapshot);
      decided.splice(0, 1, ...(one === null ? [] : [one]));
      return fate === "lost" || fate === "late" ? null : one;
    });
    if (outcome === undefined) throw new Error("The storage has no turns to take.");
    for (const { id } of decided) sent.add(id);
    if (decided.length === 0 || fate === "none" || fate === "beaten") return outcome;
    if (fate === "late") strayLater(decided);
    return unclear();
  };
  return {
    specificationVersion: "1",
    name: `scheduled ${storage.name}`,
    load: (requests) => read(() => storage.load(requests)),
    view: (...asked) => read(() => storage.view(...asked)),
    due: (...asked) => read(() => storage.due(...asked)),
    workspaces: (after, limit) => read(() => storage.workspaces(after, limit)),
    commit: (commits) => ask(true, () => commit(commits)),
    ...(storage.exclusive && {
      // A turn that its process did not live to decide in comes to nothing.
      exclusive: (...asked: Parameters<typeof exclusive>) => ask(false, () => exclusive(...asked)),
    }),
    sweep: (now, limit) => ask(true, () => storage.sweep(now, limit)),
    copy: (workspaceId) => storage.copy(workspaceId),
    rewriteEntries: (...asked) => ask(true, () => storage.rewriteEntries(...asked)),
    ...(storage.turnLog && { turnLog: scheduledTurnLog(storage.turnLog, ask) }),
    close: async () => {},
  };
}

/** Waits for the schedule before a call is made, and before its answer arrives. */
type Ask = <Answer>(mayStray: boolean, call: () => Promise<Answer>) => Promise<Answer>;

function scheduledTurnLog(log: TurnLog, ask: Ask): TurnLog {
  return {
    specificationVersion: "1",
    name: log.name,
    append: (records) => ask(true, () => log.append(records)),
    read: (...asked) => ask(false, () => log.read(...asked)),
    erase: (...asked) => ask(true, () => log.erase(...asked)),
    sweep: (...asked) => ask(true, () => log.sweep(...asked)),
  };
}

function unclear(): CommitOutcome {
  return { kind: "unclear", cause: new Error("The answer was lost.") };
}

function unreachable(): TreasuryError {
  return new TreasuryError("storage_error", "The storage could not be reached; nothing was sent.");
}
