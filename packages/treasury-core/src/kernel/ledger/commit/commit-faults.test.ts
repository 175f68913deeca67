import {
  TreasuryError,
  isTreasuryError,
  type CommitOutcome,
  type Key,
  type Storage,
} from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import { changesOn } from "../command.ts";
import { append, command, testCommitter } from "../test-ledger.fixture.ts";
import { codeOf, entriesOf } from "./answers.fixture.ts";
import { type Fault, scriptedStorage } from "./scripted-storage.fixture.ts";

const conflict: Fault = { kind: "answer", outcome: { kind: "conflict" } };
const rejection: CommitOutcome = { kind: "rejected", cause: new Error("The database refuses it.") };
const key: Key = { kind: "deposit", id: "session-1" };

describe("a conflict", () => {
  it("loads, and runs the whole group again", async () => {
    const kept = memoryStorage();
    const other = testCommitter(kept).committer;
    const storage = scriptedStorage(kept, [
      { kind: "after", first: () => other.run("acme", append()) },
    ]);
    const { committer } = testCommitter(storage);
    const answers = [committer.run("acme", append()), committer.run("acme", append())];
    expect(await Promise.all(answers)).toEqual([2n, 3n]);
    expect(storage.loads).toHaveLength(2);
    expect(await entriesOf(kept)).toBe(3);
  });

  it("backs off with increasing delays from the third one in a row on", async () => {
    const storage = scriptedStorage(
      memoryStorage(),
      Array.from({ length: 9 }, () => conflict),
    );
    const { committer, clock } = testCommitter(storage);
    expect(await committer.run("acme", append())).toBe(1n);
    expect(clock.slept).toHaveLength(7);
    clock.slept.forEach((slept, index) => expect(slept).toBeLessThanOrEqual(2 ** (index + 3)));
  });

  it("that never ends is rejected as busy, without pending work", async () => {
    const storage = scriptedStorage(memoryStorage());
    storage.judge = () => ({ kind: "conflict" });
    const { committer, clock } = testCommitter(storage);
    const error = await committer.run("acme", append()).catch((reason: unknown) => reason);
    expect(isTreasuryError(error) && error.code).toBe("service_busy");
    expect(isTreasuryError(error) && error.headers["retry-after"]).toBe("1");
    expect(storage.commits).toHaveLength(60);
    for (const slept of clock.slept) expect(slept).toBeLessThanOrEqual(250);
    storage.judge = () => null;
    expect(await committer.run("acme", append())).toBe(1n);
  });
});

describe("an existing claim", () => {
  it("is passed to the command, which then runs again", async () => {
    const kept = memoryStorage();
    const claim = [{ key, expiresAt: null }];
    await testCommitter(kept).committer.run("acme", append({}, claim));
    const storage = scriptedStorage(kept);
    const { committer } = testCommitter(storage);
    const known: boolean[] = [];
    const credit = command((ledger, now) => {
      known.push(ledger.isClaimed(key));
      if (ledger.isClaimed(key)) return { kind: "unchanged", answer: 0n };
      return append({}, claim).reduce(ledger, now);
    });
    const answers = [committer.run("acme", append()), committer.run("acme", credit)];
    expect(await Promise.all(answers)).toEqual([2n, 0n]);
    expect(known).toEqual([false, true]);
    expect(storage.loads.map(({ keys }) => keys)).toEqual([[], [key]]);
    expect(await entriesOf(kept)).toBe(2);
  });

  it("fails only a command that claims it anyway, without endless retries", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const stubborn = append({}, [{ key, expiresAt: null }]);
    await committer.run("acme", stubborn);
    const answers = [append(), stubborn, append()].map((each) =>
      codeOf(committer.run("acme", each)),
    );
    expect(await Promise.all(answers)).toEqual(["answered 2", "storage_error", "answered 3"]);
    expect(storage.commits.length).toBeLessThan(12);
    expect(await entriesOf(storage)).toBe(3);
  });
});

describe("a commit that the storage rejects", () => {
  it("fails only the command at fault, and not its group", async () => {
    const storage = scriptedStorage(memoryStorage());
    storage.judge = ({ entries }) =>
      JSON.stringify(entries.map(({ body }) => body)).includes("poison") ? rejection : null;
    const { committer } = testCommitter(storage);
    const answers = Array.from({ length: 500 }, (_, index) =>
      codeOf(committer.run("acme", append(index === 137 ? { description: "poison" } : {}))),
    );
    const codes = await Promise.all(answers);
    expect(codes[137]).toBe("storage_error");
    expect(codes.filter((code) => code.startsWith("answered"))).toHaveLength(499);
    expect(storage.commits.length).toBeLessThan(40);
    expect(await entriesOf(storage)).toBe(499);
  });

  it("fails every command at fault if there are several", async () => {
    const storage = scriptedStorage(memoryStorage());
    storage.judge = ({ entries }) =>
      JSON.stringify(entries.map(({ body }) => body)).includes("poison") ? rejection : null;
    const { committer } = testCommitter(storage);
    const answers = Array.from({ length: 60 }, (_, index) =>
      codeOf(committer.run("acme", append(index % 7 === 0 ? { description: "poison" } : {}))),
    );
    const codes = await Promise.all(answers);
    codes.forEach((code, index) => {
      expect(code.startsWith("answered")).toBe(index % 7 !== 0);
    });
    expect(await entriesOf(storage)).toBe(60 - 9);
  });

  it("may rest on a stale account, so it is computed again first", async () => {
    const kept = memoryStorage();
    const storage = scriptedStorage(kept);
    const { committer } = testCommitter(storage);
    await committer.run("acme", append());
    await testCommitter(kept).committer.run("acme", append());
    storage.faults.push({ kind: "answer", outcome: rejection });
    const needsTwo = command((ledger) => {
      if (ledger.head.sequence >= 2n) return { kind: "unchanged", answer: "enough" };
      throw new TreasuryError("forbidden", "There is not enough.");
    });
    expect(await codeOf(committer.run("acme", needsTwo))).toBe("answered enough");
  });

  it("does not turn a refusal into a storage failure", async () => {
    const expired = command((ledger) => {
      void ledger;
      throw new TreasuryError("proposal_expired", "Too late.");
    });
    const storage = scriptedStorage(memoryStorage());
    storage.judge = ({ next }) => (next === null ? null : rejection);
    const maintenance = {
      ...key,
      epoch: 1,
      ordinal: null,
      open: false,
      dueAt: null,
      expiresAt: null,
    };
    const { committer } = testCommitter(storage, undefined, (ledger) =>
      changesOn(ledger, { put: [{ ...maintenance, body: {} }] }),
    );
    expect(await codeOf(committer.run("acme", expired))).toBe("proposal_expired");
  });
});

describe("a command that throws", () => {
  it("fails alone with its error", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const faulty = command<bigint>(() => {
      throw new RangeError("A programming mistake.");
    });
    const answers = [append(), faulty, append()].map((each) => codeOf(committer.run("acme", each)));
    expect(await Promise.all(answers)).toEqual([
      "answered 1",
      "RangeError: A programming mistake.",
      "answered 2",
    ]);
    expect(storage.commits).toHaveLength(1);
  });
});

describe("a storage that cannot be read", () => {
  it("fails the waiting callers, and is called again by the next command", async () => {
    const kept = memoryStorage();
    let isDown = true;
    const storage: Storage = {
      ...scriptedStorage(kept),
      load: async (requests) => {
        if (isDown) throw new Error("connect ECONNREFUSED");
        return kept.load(requests);
      },
    };
    const { committer } = testCommitter(storage);
    expect(await codeOf(committer.run("acme", append()))).toContain("ECONNREFUSED");
    isDown = false;
    expect(await committer.run("acme", append())).toBe(1n);
  });

  it("is distinguished from one that returns nothing", async () => {
    const storage: Storage = { ...scriptedStorage(memoryStorage()), load: async () => [] };
    expect(await codeOf(testCommitter(storage).committer.run("acme", append()))).toBe(
      "storage_error",
    );
  });
});
