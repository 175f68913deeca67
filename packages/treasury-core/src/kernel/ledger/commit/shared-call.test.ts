import type { Commit, CommitOutcome, Doc, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import { type Command, changesOn } from "../command.ts";
import { append, testCommitter } from "../test-ledger.fixture.ts";
import { codeOf, sequences } from "./answers.fixture.ts";
import { countUp, tally } from "./requested-docs.fixture.ts";
import { scriptedStorage } from "./scripted-storage.fixture.ts";

const names = Array.from({ length: 1_000 }, (_, index) => `workspace-${index}`);

/** Counts calls and their sizes. */
function counting(storage: Storage): Storage & { commits: Commit[][]; loads: number[] } {
  const commits: Commit[][] = [];
  const loads: number[] = [];
  return {
    ...scriptedStorage(storage),
    commits,
    loads,
    load: (requests) => {
      loads.push(requests.length);
      return storage.load(requests);
    },
    commit: (sent) => {
      commits.push([...sent]);
      return storage.commit(sent);
    },
  };
}

/** A document with a text of `length`. */
function note(id: string, length: number): Doc {
  return {
    kind: "note",
    id,
    epoch: 1,
    ordinal: null,
    open: false,
    dueAt: null,
    expiresAt: null,
    body: "x".repeat(length),
  };
}

const write = (id: string, length: number): Command<null> => ({
  name: "write",
  reads: [],
  reduce: (ledger) => {
    const changes = changesOn(ledger, { put: [note(id, length)] });
    return { kind: "changed", answer: null, changes };
  },
});

/** Creates a new document unless it exists. */
const create = (id: string): Command<string> => ({
  name: "create",
  reads: [],
  creates: [{ kind: "note", id }],
  reduce: (ledger) =>
    ledger.doc({ kind: "note", id }) === undefined
      ? { kind: "changed", answer: "made", changes: changesOn(ledger, { put: [note(id, 1)] }) }
      : { kind: "unchanged", answer: "was there" },
});

describe("commands of many workspaces", () => {
  it("are loaded and committed in few calls of at most 500 commands", async () => {
    const storage = counting(memoryStorage());
    const { committer } = testCommitter(storage);
    const answers = names.flatMap((name) => [
      committer.run(name, append()),
      committer.run(name, append()),
    ]);
    expect(await Promise.all(answers)).toEqual(names.flatMap(() => sequences(2)));
    expect(storage.loads).toEqual([250, 250, 250, 250]);
    expect(storage.commits.map((call) => call.length)).toEqual([250, 250, 250, 250]);
  });

  it("are loaded together once more if they request documents", async () => {
    const storage = counting(memoryStorage());
    const { committer } = testCommitter(storage);
    await Promise.all(names.map((name) => committer.run(name, countUp("t1"))));
    const quarters = [250, 250, 250, 250];
    expect(storage.loads).toEqual([...quarters, ...quarters]);
    expect(storage.commits.map((call) => call.length)).toEqual(quarters);
  });

  it("are loaded with what they expect to request", async () => {
    const storage = counting(memoryStorage());
    const { committer } = testCommitter(storage);
    const expecting = { ...countUp("t1"), expects: () => [tally("t1")] };
    await Promise.all(names.map((name) => committer.run(name, expecting)));
    await Promise.all(names.map((name) => committer.run(name, expecting)));
    expect(storage.loads).toEqual([250, 250, 250, 250]);
  });

  it("use at most four calls in flight", async () => {
    const kept = memoryStorage();
    let underWay = 0;
    let most = 0;
    const storage: Storage = {
      ...counting(kept),
      commit: async (commits) => {
        underWay += 1;
        most = Math.max(most, underWay);
        for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
        underWay -= 1;
        return kept.commit(commits);
      },
    };
    const { committer } = testCommitter(storage);
    await Promise.all(
      Array.from({ length: 6 }, () => names.map((name) => committer.run(name, append()))).flat(),
    );
    expect(most).toBe(4);
  });

  it("take turns, so that a busy workspace does not delay others", async () => {
    const { committer } = testCommitter(memoryStorage());
    const order: string[] = [];
    const busy = Array.from({ length: 3_000 }, () => committer.run("busy", append()));
    const quiet = names.slice(0, 10).map((name) => committer.run(name, append()));
    void Promise.all(busy).then(() => order.push("busy"));
    void Promise.all(quiet).then(() => order.push("quiet"));
    await Promise.all([...busy, ...quiet]);
    await Promise.resolve();
    expect(order[0]).toBe("quiet");
  });

  it("are not delayed by another workspace's retry", async () => {
    const kept = memoryStorage();
    const conflict: CommitOutcome = { kind: "conflict" };
    const storage: Storage = {
      ...counting(kept),
      commit: async (commits) => {
        if (commits.length === 1) return [conflict];
        const others = commits.filter(({ workspaceId }) => workspaceId !== "workspace-0");
        const outcomes = await kept.commit(others);
        return [conflict, ...outcomes];
      },
    };
    const { committer } = testCommitter(storage);
    const stuck = codeOf(committer.run("workspace-0", append()));
    const others = names.slice(1, 10).map((name) => committer.run(name, append()));
    expect(await Promise.all(others)).toEqual(others.map(() => 1n));
    expect(await stuck).toBe("service_busy");
  });

  it("share calls of at most four mebibytes, also for one workspace", async () => {
    const storage = counting(memoryStorage());
    const { committer } = testCommitter(storage);
    const megabyte = 1_000_000;
    await Promise.all([
      ...Array.from({ length: 9 }, (_, id) => committer.run("acme", write(`${id}`, megabyte))),
      committer.run("other", write("1", megabyte)),
    ]);
    const sizes = storage.commits.map((call) =>
      call.flatMap(({ put }) => put).filter(({ kind }) => kind === "note"),
    );
    expect(Math.max(...sizes.map((docs) => docs.length))).toBeLessThanOrEqual(5);
    expect(sizes.flat()).toHaveLength(10);
  });
});

describe("a document that must be new", () => {
  it("is created without a load on a cached ledger state", async () => {
    const storage = counting(memoryStorage());
    const { committer } = testCommitter(storage);
    await committer.run("acme", append());
    expect(await committer.run("acme", create("n1"))).toBe("made");
    expect(storage.loads).toHaveLength(1);
    expect(storage.commits.at(-1)?.[0]?.create.map(({ id }) => id)).toEqual(["n1"]);
    expect(storage.commits.at(-1)?.[0]?.put).toEqual([]);
  });

  it("is found if it exists, even if another process created it", async () => {
    const storage = memoryStorage();
    const { committer } = testCommitter(storage);
    const { committer: other } = testCommitter(storage);
    await committer.run("acme", append());
    expect(await other.run("acme", create("n1"))).toBe("made");
    expect(await committer.run("acme", create("n1"))).toBe("was there");
    expect(await committer.run("acme", create("n1"))).toBe("was there");
  });

  it("is loaded before a command is refused", async () => {
    const { committer } = testCommitter(memoryStorage());
    await committer.run("acme", create("n1"));
    const full: Command<string> = {
      ...create("n1"),
      reduce: (ledger, now) => {
        if (ledger.doc({ kind: "note", id: "n1" }) !== undefined)
          return create("n1").reduce(ledger, now);
        throw new Error("There is no room for another one.");
      },
    };
    expect(await committer.run("acme", full)).toBe("was there");
  });
});

describe("a workspace with concurrent writers in other processes", () => {
  it("takes exclusive turns after three conflicts, and shares calls again when it is quiet", async () => {
    const kept = memoryStorage();
    const { committer: other } = testCommitter(kept);
    let conflicts = 0;
    let turns = 0;
    const storage: Storage = {
      ...counting(kept),
      commit: async (commits) => {
        if (conflicts < 3) {
          conflicts += 1;
          await other.run("acme", append());
        }
        return kept.commit(commits);
      },
      exclusive: (request, decide) => {
        turns += 1;
        return kept.exclusive!(request, decide);
      },
    };
    const { committer } = testCommitter(storage);
    expect(await committer.run("acme", append())).toBe(4n);
    expect([conflicts, turns]).toEqual([3, 1]);
    for (let count = 0; count < 30; count += 1) await committer.run("acme", append());
    expect(turns).toBe(16);
  });

  it("resolves an unclear turn by sending the same commit again", async () => {
    const kept = memoryStorage();
    let conflicts = 0;
    const storage: Storage = {
      ...counting(kept),
      commit: async (commits) => {
        conflicts += 1;
        return conflicts <= 3 ? [{ kind: "conflict" }] : kept.commit(commits);
      },
      exclusive: async (request, decide) => {
        await kept.exclusive!(request, decide);
        return { kind: "unclear", cause: new Error("The reply was lost.") };
      },
    };
    const { committer } = testCommitter(storage);
    expect(await committer.run("acme", append())).toBe(1n);
    expect(await kept.workspaces(null, 10)).toEqual(["acme"]);
    expect(await committer.run("acme", append())).toBe(2n);
  });
});
