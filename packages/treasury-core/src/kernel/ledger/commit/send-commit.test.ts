import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import { append, command, testCommitter } from "../test-ledger.fixture.ts";
import { codeOf, entriesOf } from "./answers.fixture.ts";
import { type Fault, scriptedStorage } from "./scripted-storage.fixture.ts";

const loseAnswer: Fault = { kind: "lose_answer" };
const loseCommit: Fault = { kind: "lose_commit" };
const broken: Fault = { kind: "throw", error: new Error("socket hang up") };

describe("an unclear commit", () => {
  it.each([
    ["landed", [loseAnswer]],
    ["was lost", [loseCommit]],
    ["landed at the second attempt", [loseCommit, loseAnswer]],
    ["landed, and stayed unclear for long", [loseAnswer, loseCommit, broken, loseCommit, broken]],
    ["may have landed when the call broke", [broken]],
  ])("that %s is sent again unchanged, and runs once", async (_what, faults) => {
    const storage = scriptedStorage(memoryStorage(), faults);
    const { committer } = testCommitter(storage);
    let runs = 0;
    const counted = command((ledger, now) => {
      runs += 1;
      return append().reduce(ledger, now);
    });
    expect(await committer.run("acme", counted)).toBe(1n);
    expect(runs).toBe(1);
    expect(storage.commits).toHaveLength(faults.length + 1);
    for (const commit of storage.commits) expect(commit).toEqual(storage.commits[0]);
    expect(await entriesOf(storage)).toBe(1);
    expect(await committer.run("acme", append())).toBe(2n);
  });

  it("that was applied is not undone by a later commit of another process", async () => {
    const kept = memoryStorage();
    const other = testCommitter(kept).committer;
    const storage = scriptedStorage(kept, [
      loseAnswer,
      { kind: "after", first: () => other.run("acme", append()) },
    ]);
    const { committer } = testCommitter(storage);
    expect(await committer.run("acme", append())).toBe(1n);
    expect(await entriesOf(kept)).toBe(2);
  });

  it("that was lost runs again only after another commit is known to precede it", async () => {
    const kept = memoryStorage();
    const other = testCommitter(kept).committer;
    const storage = scriptedStorage(kept, [
      loseCommit,
      { kind: "after", first: () => other.run("acme", append()) },
    ]);
    const { committer } = testCommitter(storage);
    expect(await committer.run("acme", append())).toBe(2n);
    expect(storage.commits.map(({ id }) => id)).toEqual([
      storage.commits[0]?.id,
      storage.commits[0]?.id,
      storage.commits[2]?.id,
    ]);
    expect(storage.commits[2]?.id).not.toBe(storage.commits[0]?.id);
    expect(await entriesOf(kept)).toBe(2);
  });

  it("that stays unclear is retried with increasing delays, and then rejected as unclear", async () => {
    const storage = scriptedStorage(
      memoryStorage(),
      Array.from({ length: 8 }, () => loseAnswer),
    );
    const { committer, clock } = testCommitter(storage);
    const answers = [committer.run("acme", append()), committer.run("acme", append())];
    expect(await Promise.all(answers.map(codeOf))).toEqual(["storage_error", "storage_error"]);
    expect(storage.commits).toHaveLength(8);
    expect(clock.slept).toEqual(clock.slept.toSorted((left, right) => left - right));
    // Later commands start from the stored state.
    expect(await committer.run("acme", append())).toBe(3n);
    expect(await entriesOf(storage)).toBe(3);
  });

  it("stays unclear if the storage then reports that it is unreachable", async () => {
    const closed = { kind: "throw", error: new TreasuryError("service_busy", "Locked.") } as const;
    const storage = scriptedStorage(memoryStorage(), [loseAnswer, closed]);
    const { committer } = testCommitter(storage);
    expect(await committer.run("acme", append())).toBe(1n);
    expect(await entriesOf(storage)).toBe(1);
  });

  it("is not assumed when the storage of the workspace failed, unless an earlier attempt is unclear", async () => {
    const cause = new TreasuryError("storage_error", "The disk is full.");
    const failed = { kind: "answer", outcome: { kind: "rejected", cause } } as const;
    const storage = scriptedStorage(memoryStorage(), [failed, loseAnswer, failed]);
    const { committer } = testCommitter(storage);
    await expect(committer.run("acme", append())).rejects.toThrow("The disk is full.");
    expect(storage.commits).toHaveLength(1);
    expect(await committer.run("acme", append())).toBe(1n);
    expect(storage.commits).toHaveLength(4);
    expect(await entriesOf(storage)).toBe(1);
  });

  it("is not assumed when the storage rejects with a TreasuryError: nothing was written", async () => {
    const busy = { kind: "throw", error: new TreasuryError("service_busy", "Locked.") } as const;
    const storage = scriptedStorage(memoryStorage(), [busy]);
    const { committer } = testCommitter(storage);
    expect(await codeOf(committer.run("acme", append()))).toBe("service_busy");
    expect(await entriesOf(storage)).toBe(0);
    expect(await committer.run("acme", append())).toBe(1n);
  });
});
