import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import type { Command } from "../command.ts";
import { append, command, testCommitter } from "../test-ledger.fixture.ts";
import { codeOf } from "./answers.fixture.ts";
import type { Committer } from "./committer.ts";
import { countOf, countUp, tally, tallyDoc, write } from "./requested-docs.fixture.ts";
import { type Fault, scriptedStorage } from "./scripted-storage.fixture.ts";

const noPage = { kind: "tally", before: null, limit: 0 };
const noEntries = { order: "newest", beyond: null, limit: 0 } as const;

/** Two processes on one storage, of which the first has a command's documents in its cache. */
async function twoProcesses(): Promise<{
  readonly one: Committer;
  readonly other: Committer;
  readonly storage: ReturnType<typeof scriptedStorage>;
  readonly seeNewest: () => Promise<unknown>;
}> {
  const kept = memoryStorage();
  const storage = scriptedStorage(kept);
  const one = testCommitter(storage).committer;
  const other = testCommitter(kept).committer;
  expect(await one.run("acme", countUp("a"))).toEqual([1]);
  const seeNewest = (): Promise<unknown> =>
    one.see("acme", () => kept.view("acme", noPage, noEntries));
  return { one, other, storage, seeNewest };
}

describe("a command that requests closed documents", () => {
  it("loads them once, and then uses the cache", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    expect(await committer.run("acme", countUp("a", "b"))).toEqual([1, 1]);
    expect(storage.loads.map(({ keys }) => keys)).toEqual([[], [tally("a"), tally("b")]]);
    expect(await committer.run("acme", countUp("a"))).toEqual([2]);
    expect(await committer.run("acme", countUp("b", "a"))).toEqual([2, 3]);
    expect(storage.loads).toHaveLength(2);
    expect(storage.commits).toHaveLength(3);
  });

  it("loads only what the cache does not contain, in one more call", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    await committer.run("acme", write(tallyDoc("b", 5)));
    await committer.run("acme", countUp("a"));
    const loads = storage.loads.length;
    expect(await committer.run("acme", countUp("a", "b"))).toEqual([2, 6]);
    expect(storage.loads).toHaveLength(loads + 1);
  });

  it("may request in steps, each with one more load", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    await committer.run("acme", write(tallyDoc("first", 7), tallyDoc("then-7", 3)));
    const inSteps: Command<number> = command((ledger) => {
      ledger.request([tally("first")]);
      const second = `then-${countOf(ledger, "first")}`;
      ledger.request([tally(second)]);
      return { kind: "unchanged", answer: countOf(ledger, second) };
    });
    const loads = storage.loads.length;
    expect(await committer.run("acme", inSteps)).toBe(3);
    expect(storage.loads).toHaveLength(loads + 2);
    expect(await committer.run("acme", inSteps)).toBe(3);
    expect(storage.loads).toHaveLength(loads + 2);
  });

  it("is answered once, with the rest of its group", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const answers = [
      committer.run("acme", append()),
      committer.run("acme", countUp("a")),
      committer.run("acme", countUp("b")),
      committer.run("acme", countUp("a", "b")),
      committer.run("acme", append()),
    ];
    expect(await Promise.all(answers)).toEqual([1n, [1], [1], [2, 2], 2n]);
    expect(storage.loads).toHaveLength(2);
    expect(storage.commits).toHaveLength(1);
  });

  it("loads once for all workspaces of a call, and commits together once they are cached", async () => {
    const sizes: number[] = [];
    const kept = memoryStorage();
    const storage = scriptedStorage(kept);
    const { commit } = storage;
    storage.commit = (commits) => {
      sizes.push(commits.length);
      return commit(commits);
    };
    const { committer } = testCommitter(storage);
    const names = Array.from({ length: 20 }, (_, index) => `workspace-${index}`);
    const countAll = (): Promise<unknown> =>
      Promise.all(names.map((name, index) => committer.run(name, countUp("a", `${index}`))));
    expect(await countAll()).toEqual(names.map(() => [1, 1]));
    expect(storage.loads).toHaveLength(40);
    sizes.length = 0;
    expect(await countAll()).toEqual(names.map(() => [2, 2]));
    expect(storage.loads).toHaveLength(40);
    expect(sizes).toEqual([20]);
  });

  it("that then throws fails alone, and keeps nothing from being counted later", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const faulty: Command<never> = command((ledger) => {
      ledger.request([tally("a")]);
      throw new TreasuryError("forbidden", `It is ${countOf(ledger, "a")}.`);
    });
    const answers = [
      codeOf(committer.run("acme", countUp("a"))),
      codeOf(committer.run("acme", faulty)),
      codeOf(committer.run("acme", countUp("a"))),
    ];
    expect(await Promise.all(answers)).toEqual(["answered 1", "forbidden", "answered 2"]);
    expect(await codeOf(committer.run("acme", faulty))).toBe("forbidden");
    expect(await committer.run("acme", countUp("a"))).toEqual([3]);
  });

  it("that refuses because of a cached document is confirmed by a comparison of the version", async () => {
    const { one, other } = await twoProcesses();
    const needsTwo: Command<string> = command((ledger) => {
      ledger.request([tally("a")]);
      if (countOf(ledger, "a") < 2) throw new TreasuryError("forbidden", "It is below two.");
      return { kind: "unchanged", answer: "enough" };
    });
    expect(await codeOf(one.run("acme", needsTwo))).toBe("forbidden");
    await other.run("acme", countUp("a"));
    expect(await codeOf(one.run("acme", needsTwo))).toBe("answered enough");
  });

  it("runs when its group requests more than the cache can contain", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const large = Array.from({ length: 40 }, (_, index) => `large-${index}`);
    await committer.run("acme", write(...large.map((id) => tallyDoc(id, 1, 50_000))));
    const loads = storage.loads.length;
    expect(await committer.run("acme", countUp("absent", ...large))).toEqual([
      1,
      ...large.map(() => 2),
    ]);
    expect(storage.loads).toHaveLength(loads + 1);
  });
});

describe("another process's commit", () => {
  it("invalidates the documents, also if a command without requests meets the conflict", async () => {
    const { one, other } = await twoProcesses();
    expect(await other.run("acme", countUp("a"))).toEqual([2]);
    await one.run("acme", append());
    expect(await one.run("acme", countUp("a"))).toEqual([3]);
  });

  it("invalidates the documents, also if a read shows it first", async () => {
    const { one, other, storage, seeNewest } = await twoProcesses();
    expect(await other.run("acme", countUp("a"))).toEqual([2]);
    await seeNewest();
    const loads = storage.loads.length;
    expect(await one.run("acme", countUp("a"))).toEqual([3]);
    expect(storage.loads).toHaveLength(loads + 1);
  });

  it("costs a command that requests one load after the conflict", async () => {
    const { one, other, storage } = await twoProcesses();
    await other.run("acme", countUp("a"));
    const loads = storage.loads.length;
    const commits = storage.commits.length;
    expect(await one.run("acme", countUp("a"))).toEqual([3]);
    expect(storage.loads).toHaveLength(loads + 1);
    expect(storage.commits).toHaveLength(commits + 2);
  });

  it("that a read shows before the own commit is answered does not make later counts stale", async () => {
    const { one, other, storage, seeNewest } = await twoProcesses();
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    storage.faults.push({ kind: "after", first: () => gate });
    const waiting = one.run("acme", countUp("a"));
    while (storage.commits.length < 2) await Promise.resolve();
    await other.run("acme", countUp("a"));
    await seeNewest();
    release();
    expect(await waiting).toEqual([3]);
    expect(await one.run("acme", countUp("a"))).toEqual([4]);
  });
});

describe("a read of the same version", () => {
  it("keeps the documents", async () => {
    const { one, storage, seeNewest } = await twoProcesses();
    const loads = storage.loads.length;
    await seeNewest();
    expect(await one.run("acme", countUp("a"))).toEqual([2]);
    expect(storage.loads).toHaveLength(loads);
  });
});

describe("a commit without an effect", () => {
  it.each<[string, Fault]>([
    ["that lost a race", { kind: "answer", outcome: { kind: "conflict" } }],
    ["that was lost", { kind: "lose_commit" }],
    ["whose answer was lost", { kind: "lose_answer" }],
  ])("%s leaves no document in the cache", async (_, fault) => {
    const { one, storage } = await twoProcesses();
    storage.faults.push(fault);
    expect(await one.run("acme", countUp("a"))).toEqual([2]);
    expect(await one.run("acme", countUp("a"))).toEqual([3]);
  });
});

describe("a preview", () => {
  it("loads what its command requests, and changes neither the storage nor the cache", async () => {
    const { one, storage } = await twoProcesses();
    expect(await one.preview("acme", countUp("a"))).toEqual([2]);
    const loads = storage.loads.length;
    expect(await one.run("acme", countUp("a"))).toEqual([2]);
    expect(storage.loads).toHaveLength(loads);
  });
});
