import { setImmediate as nextIteration } from "node:timers/promises";
import { commitOn, headIn } from "@agent-treasury/testing/commits";
import { expect, it } from "vitest";
import { sqliteStorage } from "./sqlite-storage.ts";

const page = { kind: "proposal", before: null, limit: 1 } as const;
const newest = { order: "newest", beyond: null, limit: 1 } as const;

it("runs each of many reads in a separate iteration of the event loop", async () => {
  const storage = sqliteStorage({ path: ":memory:" });
  await headIn(storage, "acme");
  let iteration = 0;
  const done = new AbortController();
  const counting = (async () => {
    for (; !done.signal.aborted; iteration += 1) await nextIteration();
  })();
  const readAt = await Promise.all(
    Array.from({ length: 50 }, async () => {
      await storage.view("acme", page, newest);
      return iteration;
    }),
  );
  done.abort();
  await counting;
  expect(new Set(readAt).size).toBe(50);
  await storage.close();
});

it("runs a commit before waiting reads", async () => {
  const storage = sqliteStorage({ path: ":memory:" });
  await headIn(storage, "acme");
  const done: string[] = [];
  const reads = Array.from({ length: 50 }, async () => {
    await storage.view("acme", page, newest);
    done.push("read");
  });
  const commit = storage.commit([commitOn("acme", 0n)]).then(() => done.push("commit"));
  await Promise.all([...reads, commit]);
  expect(done.indexOf("commit")).toBeLessThan(5);
  await storage.close();
});
