import type { Json } from "@agent-treasury/provider";
import { describe, expect, it, vi } from "vitest";
import { memoryStorage } from "../../memory.ts";
import { changesOn } from "./command.ts";
import { scriptedStorage } from "./commit/scripted-storage.fixture.ts";
import { command, testClock, testCommitter } from "./test-ledger.fixture.ts";
import { ValueDoc } from "./value-doc.ts";

const key = { kind: "tally", id: "a" };

describe("a document with a parsed value", () => {
  it("is serialised once per commit, and stored with all fields", async () => {
    const clock = testClock();
    const storage = scriptedStorage(memoryStorage({ now: clock.now }));
    const { committer } = testCommitter(storage, clock);
    const toJson = vi.fn<(count: number) => Json>((count) => ({ count }));
    const countUp = command((ledger) => {
      ledger.request([key]);
      const before = ledger.doc(key);
      const count = before instanceof ValueDoc ? (before.value as number) + 1 : 1;
      const put = [new ValueDoc(key, 1, 5_000, count, 8, toJson)];
      return { kind: "changed", answer: count, changes: changesOn(ledger, { put }) };
    });
    const run = () => Promise.all([1, 2, 3].map(() => committer.run("acme", countUp)));
    expect(await run()).toEqual([1, 2, 3]);
    expect(toJson).toHaveBeenCalledTimes(1);
    expect(await run()).toEqual([4, 5, 6]);
    expect(toJson).toHaveBeenCalledTimes(2);
    const stored = storage.commits.at(-1)?.put.find(({ kind }) => kind === "tally");
    expect({ ...stored }).toEqual({
      ...key,
      epoch: 1,
      ordinal: null,
      open: false,
      dueAt: null,
      expiresAt: 5_000,
      body: { count: 6 },
    });
  });
});
