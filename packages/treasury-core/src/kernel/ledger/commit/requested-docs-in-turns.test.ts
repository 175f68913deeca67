import type { Snapshot, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import { changesOn, type Command } from "../command.ts";
import { append, command, testCommitter } from "../test-ledger.fixture.ts";
import type { Committer } from "./committer.ts";
import { countOf, countUp, tallyDoc, write } from "./requested-docs.fixture.ts";
import { type Fault, scriptedStorage } from "./scripted-storage.fixture.ts";

describe("in exclusive turns, a command that requests documents", () => {
  const conflict: Fault = { kind: "answer", outcome: { kind: "conflict" } };

  /** Takes turns at once. `again` runs between two calls of `decide` on the same request. */
  function inTurns(
    kept: Storage,
    again: () => Promise<unknown> = async () => {},
  ): {
    readonly storage: ReturnType<typeof scriptedStorage>;
    readonly turns: { count: number };
    readonly committer: Committer;
  } {
    const turns = { count: 0 };
    const storage: ReturnType<typeof scriptedStorage> = scriptedStorage(kept, [
      conflict,
      conflict,
      conflict,
    ]);
    storage.exclusive = async (request, decide) => {
      turns.count += 1;
      const load = async (): Promise<Snapshot> => (await kept.load([request]))[0] as Snapshot;
      decide(await load());
      await again();
      const commit = decide(await load());
      return commit && ((await kept.commit([commit]))[0] ?? null);
    };
    return { storage, turns, committer: testCommitter(storage).committer };
  }

  it("requests them with the next turn", async () => {
    const kept = memoryStorage();
    await testCommitter(kept).committer.run("acme", write(tallyDoc("a", 5), tallyDoc("b", 8)));
    const { committer, turns, storage } = inTurns(kept);
    expect(await committer.run("acme", countUp("a"))).toEqual([6]);
    expect(turns.count).toBe(1);
    const loads = storage.loads.length;
    expect(await committer.run("acme", countUp("a", "b"))).toEqual([7, 9]);
    expect(turns.count).toBe(3);
    expect(storage.loads).toHaveLength(loads);
  });

  it("does not take a document for absent that it requests only when it decides again", async () => {
    const kept = memoryStorage();
    const other = testCommitter(kept).committer;
    await other.run("acme", write(tallyDoc("a", 5), tallyDoc("b", 8)));
    const byHead: Command<readonly number[]> = command((ledger, now) =>
      countUp(ledger.head.sequence === 0n ? "a" : "b").reduce(ledger, now),
    );
    let left = 1;
    const { committer, turns } = inTurns(kept, async () => {
      left -= 1;
      if (left === 0) await other.run("acme", append());
    });
    expect(await committer.run("acme", byHead)).toEqual([9]);
    expect(turns.count).toBe(2);
  });

  it("does not use a document of the state before it decides again", async () => {
    const kept = memoryStorage();
    const other = testCommitter(kept).committer;
    await other.run("acme", write(tallyDoc("a", 5)));
    let left = 1;
    const { committer } = inTurns(kept, async () => {
      left -= 1;
      if (left === 0) await other.run("acme", countUp("a"));
    });
    expect(await committer.run("acme", countUp("a"))).toEqual([7]);
  });

  it("adds nothing to the commit of a decision that was discarded", async () => {
    const { committer } = inTurns(memoryStorage());
    const put = [tallyDoc("written", 1)];
    const twice: Command<number> = command((ledger) => {
      const answer = countOf(ledger, "written");
      return { kind: "changed", answer, changes: changesOn(ledger, { put }) };
    });
    expect(await committer.run("acme", twice)).toBe(0);
  });
});
