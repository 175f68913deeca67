import type { Commit, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../memory.ts";
import { scriptedStorage } from "./commit/scripted-storage.fixture.ts";
import { purgedStorage } from "./purged-storage.ts";
import { morning, testClock } from "./test-ledger.fixture.ts";

const hour = 3_600_000;

/** Compares a version without writing. */
const comparing: Commit = {
  id: "0".repeat(32),
  workspaceId: "acme",
  expectedVersion: 0n,
  next: null,
  entries: [],
  put: [],
  create: [],
  claim: [],
};

interface TestContext {
  readonly storage: Storage;
  /** The time and limit of each purge. */
  readonly purges: { readonly now: number; readonly limit: number }[];
  readonly reports: unknown[];
  readonly clock: ReturnType<typeof testClock>;
}

/** A storage whose purges remove these numbers of records, or fail. */
function setUp(removals: (number | Error)[] = [], storageNow?: () => number | null): TestContext {
  const clock = testClock();
  const purges: { now: number; limit: number }[] = [];
  const reports: unknown[] = [];
  const kept = scriptedStorage(memoryStorage());
  kept.purge = async (now, limit) => {
    purges.push({ now, limit });
    const removed = removals.shift() ?? 0;
    if (removed instanceof Error) throw removed;
    return removed;
  };
  const storage = purgedStorage(kept, {
    monotonic: clock.monotonic,
    storageNow: storageNow ?? clock.now,
    report: (error) => reports.push(error),
  });
  return { storage, purges, reports, clock };
}

describe("purging expired records", () => {
  it("follows the first commit, by storage time, and another commit an hour later", async () => {
    const { storage, purges, clock } = setUp();
    await storage.commit([comparing]);
    clock.advance(hour - 1);
    await storage.commit([comparing]);
    expect(purges).toEqual([{ now: morning, limit: 500 }]);
    clock.advance(1);
    await storage.commit([comparing]);
    await storage.close();
    expect(purges.map(({ now }) => now)).toEqual([morning, morning + hour]);
  });

  it("continues while there are more records", async () => {
    const { storage, purges } = setUp([500, 500, 499]);
    await storage.commit([comparing]);
    await expect.poll(() => purges.length).toBe(3);
    await storage.close();
    expect(purges).toHaveLength(3);
  });

  it("waits until storage time is known", async () => {
    let known = false;
    const { storage, purges } = setUp([], () => (known ? morning : null));
    await storage.commit([comparing]);
    known = true;
    expect(purges).toEqual([]);
    await storage.commit([comparing]);
    await expect.poll(() => purges.length).toBe(1);
  });

  it("does not follow a read", async () => {
    const { storage, purges } = setUp();
    await storage.load([{ workspaceId: "acme", keys: [] }]);
    await storage.close();
    expect(purges).toEqual([]);
  });

  it("does not fail a commit when it fails, and is retried an hour later", async () => {
    const broken = new Error("The disk is full.");
    const { storage, purges, reports, clock } = setUp([broken]);
    expect(await storage.commit([comparing])).toEqual([{ kind: "committed" }]);
    await expect.poll(() => reports).toEqual([broken]);
    clock.advance(hour);
    await storage.commit([comparing]);
    await expect.poll(() => purges.length).toBe(2);
  });

  it.each([
    ["too", []],
    ["also if the other records cannot be purged", [new Error("The disk is full.")]],
  ])("purges all old turns %s", async (_how, removals) => {
    const { storage } = setUp(removals);
    const turn = { workspaceId: "acme", turnId: "t1" };
    const bodies = Array.from({ length: 100 }, () => "text");
    for (let after = 0; after < 700; after += 100) {
      const expiresAt = morning - 1;
      await storage.turnLog?.append({ ...turn, writer: "w", after, bodies, expiresAt });
    }
    expect(await storage.turnLog?.read(turn, 0, 1_000)).toHaveLength(700);
    await storage.commit([comparing]);
    await expect.poll(() => storage.turnLog?.read(turn, 0, 1_000)).toEqual([]);
  });

  it("ends before the storage closes", async () => {
    const { storage, purges } = setUp(Array.from({ length: 1_000 }, () => 500));
    await storage.commit([comparing]);
    await storage.close();
    const made = purges.length;
    await Promise.resolve();
    expect(purges.length).toBe(made);
    expect(made).toBeLessThan(1_000);
  });
});
