import type { Doc, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import { changesOn } from "../command.ts";
import { type TestClock, command, testClock, testCommitter } from "../test-ledger.fixture.ts";
import { scriptedStorage } from "./scripted-storage.fixture.ts";

function docAt(now: number): Doc {
  const kept = { epoch: 1, ordinal: null, open: false, dueAt: null, expiresAt: null };
  return { kind: "note", id: String(now), ...kept, body: {} };
}

/** Returns the time from a new committer, with a separate command for each call. */
function timeIn(storage: Storage, clock: TestClock): () => Promise<number> {
  const { committer } = testCommitter(storage, clock);
  const readTime = command<number>((_books, now) => ({ kind: "unchanged", answer: now }));
  return () => committer.run("acme", readTime);
}

/** The times of two processes that write in turn, the second of which is behind. */
async function timesOf(behindMs: number): Promise<readonly number[]> {
  const clock = testClock();
  const storage = memoryStorage({ now: clock.now });
  const write = command<number>((ledger, now) => ({
    kind: "changed",
    answer: now,
    changes: changesOn(ledger, { put: [docAt(now)] }),
  }));
  const begun = clock.now();
  const times = [await testCommitter(storage, clock).committer.run("acme", write)];
  clock.advance(-behindMs);
  const { committer } = testCommitter(storage, clock);
  times.push(await committer.run("acme", write), await committer.run("acme", write));
  clock.advance(behindMs + 5);
  times.push(await committer.run("acme", write));
  return times.map((time) => time - begun);
}

describe("workspace time", () => {
  it("does not move back between processes by the duration of a load", async () => {
    expect(await timesOf(40)).toEqual([0, 0, 0, 5]);
    expect(await timesOf(5_000)).toEqual([0, 0, 0, 5]);
  });

  it("moves back with a clock that was set", async () => {
    expect(await timesOf(5_001)).toEqual([0, -5_001, -5_001, 5]);
  });
});

describe("the time of a command", () => {
  it("is storage time, estimated from the last load", async () => {
    const clock = testClock();
    const storage = scriptedStorage(memoryStorage({ now: () => 5_000_000 }));
    const time = timeIn(storage, clock);
    expect(await time()).toBe(5_000_000);
    clock.advance(1_500.75);
    expect(await time()).toBe(5_001_501);
    expect(storage.loads).toHaveLength(1);
  });

  it("is never behind the storage, however long a load took", async () => {
    const clock = testClock();
    let storageTime = 5_000_000.9;
    const slow = scriptedStorage(memoryStorage({ now: () => Math.floor(storageTime) }));
    const load = slow.load.bind(slow);
    const time = timeIn(
      Object.assign(slow, {
        load: async (requests: Parameters<Storage["load"]>[0]) => {
          const snapshots = await load(requests);
          pass(40.2);
          return snapshots;
        },
      }),
      clock,
    );
    const pass = (milliseconds: number): void => {
      clock.advance(milliseconds);
      storageTime += milliseconds;
    };
    await time();
    for (const milliseconds of [0, 0.3, 0.5, 1, 20.7]) {
      pass(milliseconds);
      expect(await time()).toBeGreaterThanOrEqual(Math.floor(storageTime));
      expect(await time()).toBeLessThanOrEqual(Math.ceil(storageTime) + 41);
    }
  });

  it("requires a load each time while loads are too slow for an estimate", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const load = storage.load.bind(storage);
    let takesMs = 2_001;
    const slow = Object.assign(storage, {
      load: async (requests: Parameters<Storage["load"]>[0]) => {
        clock.advance(takesMs);
        return load(requests);
      },
    });
    const time = timeIn(slow, clock);
    await time();
    expect(await time()).toBe(clock.now());
    takesMs = 2_000;
    await time();
    const loaded = clock.now();
    expect(await time()).toBe(loaded + 2_000);
    expect(clock.now()).toBe(loaded);
  });

  it("continues from the last estimate before a slow load", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    let [loads, takesMs] = [0, 0];
    const { load } = storage;
    Object.assign(storage, {
      load: async (requests: Parameters<Storage["load"]>[0]) => {
        loads += 1;
        clock.advance(takesMs);
        return load.call(storage, requests);
      },
    });
    const { committer } = testCommitter(storage, clock);
    const readTime = command<number>((_books, now) => ({ kind: "unchanged", answer: now }));
    await committer.run("acme", readTime);
    takesMs = 30_000;
    await committer.run("other", readTime);
    expect(await committer.run("acme", readTime)).toBe(clock.now());
    expect(loads).toBe(2);
  });

  it("excludes the time that a load waited for a permit", async () => {
    const clock = testClock();
    const storage = memoryStorage({ now: clock.now });
    const { load, commit } = storage;
    const gate = Promise.withResolvers<void>();
    let [isContended, loads] = [false, 0];
    Object.assign(storage, {
      exclusive: undefined,
      load: async (requests: Parameters<Storage["load"]>[0]) => {
        loads += 1;
        if (isContended && loads <= 4) await gate.promise;
        return load.call(storage, requests);
      },
      commit: async (commits: Parameters<Storage["commit"]>[0]) =>
        isContended && loads === 0
          ? commits.map(() => ({ kind: "conflict" }))
          : commit.call(storage, commits),
    });
    const { committer } = testCommitter(storage, clock);
    const write = command<number>((ledger, now) => ({
      kind: "changed",
      answer: now,
      changes: changesOn(ledger, { put: [docAt(now)] }),
    }));
    const workspaces = Array.from({ length: 6 }, (_, index) => `w${index}`);
    const writeAll = () => Promise.all(workspaces.map((id) => committer.run(id, write)));
    await writeAll();
    [isContended, loads] = [true, 0];
    const written = writeAll();
    await expect.poll(() => loads).toBe(4);
    clock.advance(1_500);
    gate.resolve();
    await written;
    expect(loads).toBe(6);
    expect(await committer.run("w0", write)).toBe(clock.now());
  });

  it("requires a load after a minute", async () => {
    const clock = testClock();
    let storageNow = 5_000_000;
    const storage = scriptedStorage(memoryStorage({ now: () => storageNow }));
    const time = timeIn(storage, clock);
    await time();
    storageNow = 9_000_000;
    clock.advance(60_000);
    expect(await time()).toBe(5_060_000);
    clock.advance(1);
    expect(await time()).toBe(9_000_000);
  });

  it("requires a load after the machine slept or its clock was set", async () => {
    for (const jump of [3_000, -3_000, 86_400_000]) {
      const clock = testClock();
      let storageNow = 5_000_000;
      const time = timeIn(memoryStorage({ now: () => storageNow }), clock);
      await time();
      storageNow = 6_000_000;
      clock.setWall(clock.now() + jump);
      expect(await time()).toBe(6_000_000);
    }
  });
});
