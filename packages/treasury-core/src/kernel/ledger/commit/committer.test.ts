import { TreasuryError, type Doc, type Key } from "@agent-treasury/provider";
import { forwardedStorage } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../../../memory.ts";
import { changesOn } from "../command.ts";
import type { LedgerState } from "../ledger-state.ts";
import { append, command, dollars, openEpoch, testCommitter } from "../test-ledger.fixture.ts";
import { codeOf, entriesOf, sequences } from "./answers.fixture.ts";
import { scriptedStorage } from "./scripted-storage.fixture.ts";

/** Refuses below that balance, and changes nothing. */
const needs = (amount: bigint) =>
  command((ledger: LedgerState) => {
    const { deposits } = ledger.head.account;
    if (deposits >= amount) return { kind: "unchanged", answer: deposits };
    throw new TreasuryError("forbidden", "There is not enough.");
  });

const session: Key = { kind: "deposit", id: "session-1" };

/** Credits a session once, based on its claim. */
const creditOnce = command<boolean>((ledger, now) => {
  if (ledger.isClaimed(session)) return { kind: "unchanged", answer: false };
  const outcome = append({}, [{ key: session, expiresAt: null }]).reduce(ledger, now);
  return outcome.kind === "changed" ? { ...outcome, answer: true } : (outcome as never);
});

/** The number of commits in each call for one command in each of these workspaces. */
async function sizesOf(workspaces: number): Promise<number[]> {
  const storage = memoryStorage();
  const sizes: number[] = [];
  const { committer } = testCommitter({
    ...forwardedStorage(storage),
    commit: (commits) => {
      sizes.push(commits.length);
      return storage.commit(commits);
    },
  });
  await Promise.all(
    Array.from({ length: workspaces }, (_, index) => committer.run(`acme-${index}`, append())),
  );
  return sizes;
}

describe("concurrent commands", () => {
  it("share one commit and are answered in order", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const answers = Array.from({ length: 500 }, () => committer.run("acme", append()));
    expect(await Promise.all(answers)).toEqual(sequences(500));
    expect(storage.commits).toHaveLength(1);
    expect(storage.loads).toHaveLength(1);
    expect(await entriesOf(storage)).toBe(500);
  });

  it("are limited to 500 per commit, and later ones share the next commit", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const first = Array.from({ length: 1_001 }, () => committer.run("acme", append()));
    await first[0];
    const later = Array.from({ length: 10 }, () => committer.run("acme", append()));
    expect(await Promise.all([...first, ...later])).toEqual(sequences(1_011));
    expect(storage.commits.map(({ entries }) => entries.length)).toEqual([500, 500, 11]);
    expect(storage.loads).toHaveLength(1);
  });

  it("of many workspaces are shared between four calls, of at least 32 workspaces each", async () => {
    expect(await sizesOf(32)).toEqual([32]);
    expect(await sizesOf(40)).toEqual([32, 8]);
    expect(await sizesOf(1_000)).toEqual([250, 250, 250, 250]);
  });

  it("of other workspaces do not wait for a call in flight", async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const slow = scriptedStorage(memoryStorage(), [{ kind: "after", first: () => gate }]);
    const { committer } = testCommitter(slow);
    const waiting = committer.run("slow", append());
    while (slow.commits.length === 0) await Promise.resolve();
    expect(await committer.run("fast", append())).toBe(1n);
    release();
    expect(await waiting).toBe(1n);
  });

  it("see the changes of the group's earlier commands", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    const answers = [
      committer.run("acme", needs(dollars(20))),
      committer.run("acme", append()),
      committer.run("acme", needs(dollars(20))),
      committer.run("acme", append()),
      committer.run("acme", needs(dollars(20))),
    ];
    expect(await Promise.all(answers.map(codeOf))).toEqual([
      "forbidden",
      "answered 1",
      "forbidden",
      "answered 2",
      `answered ${dollars(20)}`,
    ]);
    expect(storage.commits).toHaveLength(1);
  });
});

describe("an answer", () => {
  it("is returned only after its change is durable", async () => {
    const kept = memoryStorage();
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    const storage = scriptedStorage(kept, [{ kind: "after", first: () => gate }]);
    const { committer } = testCommitter(storage);
    let answered = false;
    const answer = committer.run("acme", append()).then(() => {
      answered = true;
      return entriesOf(kept);
    });
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    expect(answered).toBe(false);
    release();
    expect(await answer).toBe(1);
  });

  it("that is a refusal is never computed from a stale account", async () => {
    const storage = scriptedStorage(memoryStorage());
    const one = testCommitter(storage).committer;
    const other = testCommitter(storage).committer;
    expect(await codeOf(one.run("acme", needs(dollars(10))))).toBe("forbidden");
    await one.run("acme", append());
    expect(await codeOf(one.run("acme", needs(dollars(20))))).toBe("forbidden");
    // `one` still has the earlier account in its cache.
    await other.run("acme", append());
    expect(await codeOf(one.run("acme", needs(dollars(20))))).toBe(`answered ${dollars(20)}`);
  });

  it("without changes requires a version comparison if nothing was loaded", async () => {
    const storage = scriptedStorage(memoryStorage());
    const { committer } = testCommitter(storage);
    await committer.run("acme", append());
    await committer.run("acme", needs(0n));
    expect(storage.loads).toHaveLength(1);
    expect(storage.commits.map(({ next }) => next === null)).toEqual([false, true]);
    const fresh = testCommitter(storage).committer;
    await fresh.run("acme", needs(0n));
    expect(storage.loads).toHaveLength(2);
    expect(storage.commits).toHaveLength(2);
  });

  it("without changes creates nothing", async () => {
    const storage = memoryStorage();
    const { committer } = testCommitter(storage);
    expect(await codeOf(committer.run("acme", needs(0n)))).toBe("answered 0");
    expect(await storage.workspaces(null, 10)).toEqual([]);
  });

  it("sees a document that another process closed, if the command reads it", async () => {
    const storage = memoryStorage();
    const lease: Key = { kind: "lease", id: "turn" };
    const put = (open: boolean) =>
      command<null>((ledger) => {
        const doc: Doc = {
          ...lease,
          epoch: 1,
          ordinal: null,
          open,
          dueAt: null,
          expiresAt: null,
          body: {},
        };
        return { kind: "changed", answer: null, changes: changesOn(ledger, { put: [doc] }) };
      });
    const isOpen = command(
      (ledger) => ({ kind: "unchanged", answer: ledger.doc(lease)?.open }),
      [lease],
    );
    const { committer: one, clock } = testCommitter(storage);
    const other = testCommitter(storage).committer;
    await one.run("acme", put(true));
    expect(await one.run("acme", isOpen)).toBe(true);
    await other.run("acme", put(false));
    expect(await one.run("acme", isOpen)).toBe(false);
    await one.run("acme", put(true));
    await other.run("acme", put(false));
    // The cached time has expired, so this load has no conflict as its cause.
    clock.advance(100_000);
    expect(await one.run("acme", isOpen)).toBe(false);
  });
});

describe("two processes on one storage", () => {
  it("lose no command, and run none twice", async () => {
    const storage = memoryStorage();
    const committers = Array.from({ length: 4 }, () => testCommitter(storage).committer);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        // Some commands arrive while others are in flight.
        for (let turn = 0; turn < index % 7; turn += 1) await Promise.resolve();
        return committers[index % 4]!.run("acme", append());
      }),
    );
    expect(answers.toSorted((left, right) => Number(left - right))).toEqual(sequences(200));
    expect(await entriesOf(storage)).toBe(200);
  });

  it("claim a key once, and the later one receives that", async () => {
    const storage = scriptedStorage(memoryStorage());
    const one = testCommitter(storage).committer;
    const other = testCommitter(storage).committer;
    await Promise.all([one.run("acme", needs(0n)), other.run("acme", needs(0n))]);
    const answers = [one, other, one, other].map((committer) => committer.run("acme", creditOnce));
    const credited = (await Promise.all(answers)).filter((isCredited) => isCredited);
    expect(credited).toHaveLength(1);
    expect(await entriesOf(storage)).toBe(1);
  });

  it("keep a claim across epochs", async () => {
    const storage = memoryStorage();
    const { committer } = testCommitter(storage);
    expect(await committer.run("acme", creditOnce)).toBe(true);
    await committer.run("acme", openEpoch());
    expect(await testCommitter(storage).committer.run("acme", creditOnce)).toBe(false);
    expect(await committer.run("acme", creditOnce)).toBe(false);
  });
});
