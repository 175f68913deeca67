import type { Storage, TurnLog } from "@agent-treasury/provider";
import { storageConformance, turnLogConformance } from "@agent-treasury/testing";
import { partOfTests } from "test-suites/part";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestWorker, startTestWorker } from "./miniflare.fixture.ts";

/** The two ends of a move must not share the index. */
const workers: TestWorker[] = [];
beforeAll(async () => {
  for (let count = 0; count < 2; count += 1) workers.push(await startTestWorker());
});
afterAll(async () => {
  for (const worker of workers) await worker.stop();
});

let opened = 0;
const workerOf = new WeakMap<Storage, TestWorker>();

async function emptyStorage(): Promise<Storage> {
  opened += 1;
  const worker = workers[opened % workers.length]!;
  const storage = await worker.emptyStorage();
  workerOf.set(storage, worker);
  return storage;
}

function beside(storage: Storage): Storage {
  const worker = workerOf.get(storage)!;
  const other = worker.beside(storage);
  workerOf.set(other, worker);
  return other;
}

const name = "Durable Objects";
const storages = new WeakMap<TurnLog, Storage>();

/** The statements are those of storage-sqlite. Each call of an object crosses two processes. */
const framework = partOfTests({ describe, it, expect }, { at: 1, of: 3 });

storageConformance(framework, { name, open: emptyStorage, reopen: beside });

turnLogConformance(framework, {
  name,
  open: async () => logOf(await emptyStorage()),
  openBeside: (log) => logOf(beside(storageOf(log))),
  close: (log) => storageOf(log).close(),
});

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
