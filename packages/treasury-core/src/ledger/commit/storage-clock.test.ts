import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../memory.ts";
import type { Storage } from "../../ports/storage.ts";
import { type TestClock, command, testClock, testCommitter } from "../test-ledger.fixture.ts";
import { scriptedStorage } from "./scripted-storage.fixture.ts";

/** Asks a new committer for the time, each time in a command of its own. */
function timeIn(storage: Storage, clock: TestClock): () => Promise<number> {
  const { committer } = testCommitter(storage, clock);
  const tell = command<number>((_books, now) => ({ kind: "unchanged", answer: now }));
  return () => committer.run("acme", tell);
}

describe("the time of a command", () => {
  it("is the storage's, and runs on from what a load said of it", async () => {
    const clock = testClock();
    const storage = scriptedStorage(memoryStorage({ now: () => 5_000_000 }));
    const time = timeIn(storage, clock);
    expect(await time()).toBe(5_000_000);
    clock.advance(1_500.75);
    expect(await time()).toBe(5_001_501);
    expect(storage.loads).toHaveLength(1);
  });

  it("is never behind the storage's, however long a load took to answer", async () => {
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

  it("is asked for again after a minute", async () => {
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

  it("is asked for again when the machine's clock was set, or the machine slept", async () => {
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
