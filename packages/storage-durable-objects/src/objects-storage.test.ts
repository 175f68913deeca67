import type { Storage, TurnLog } from "@agent-treasury/provider";
import { storageConformance, turnLogConformance } from "@agent-treasury/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestWorker, startTestWorker } from "./miniflare.fixture.ts";

let worker: TestWorker;
beforeAll(async () => {
  worker = await startTestWorker();
});
afterAll(() => worker.stop());

const name = "Durable Objects";
const storages = new WeakMap<TurnLog, Storage>();

storageConformance(
  { describe, it, expect },
  { name, open: () => worker.emptyStorage(), reopen: (storage) => worker.beside(storage) },
);

turnLogConformance(
  { describe, it, expect },
  {
    name,
    open: async () => logOf(await worker.emptyStorage()),
    openBeside: (log) => logOf(worker.beside(storageOf(log))),
    close: (log) => storageOf(log).close(),
  },
);

function logOf(storage: Storage): TurnLog {
  const { turnLog } = storage;
  if (turnLog === undefined) throw new Error("The storage has no turn log.");
  storages.set(turnLog, storage);
  return turnLog;
}

function storageOf(log: TurnLog): Storage {
  const storage = storages.get(log);
  if (storage === undefined) throw new Error("The log is of no storage.");
  return storage;
}
