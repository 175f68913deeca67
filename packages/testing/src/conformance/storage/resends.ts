import type { Commit } from "@agent-treasury/provider";
import {
  claimOf,
  commitOf,
  comparisonOf,
  contentsOf,
  docOf,
  entryOf,
  headOf,
  kindsOf,
  land,
  loadOne,
  send,
  viewOne,
} from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const hourMs = 3_600_000;

const deposit = (): Commit =>
  commitOf("acme", 0n, {
    next: headOf("acme", 1n, { sequence: 1n }),
    entries: [entryOf(1n)],
    put: [docOf("p1", { open: true })],
    claim: [claimOf("s1")],
  });

export function resends({ test, expect, subject }: StorageSuite): void {
  test("returns committed for a commit that succeeded, and writes it once", async (storage) => {
    const commit = deposit();
    await land(storage, commit);
    const before = await contentsOf(storage, "acme", [claimOf("s1").key]);
    await land(storage, commit, commit);
    expect(await contentsOf(storage, "acme", [claimOf("s1").key])).toEqual(before);
  });

  test("returns committed also after later commits, and does not revert them", async (storage) => {
    const commit = deposit();
    await land(storage, commit, commitOf("acme", 1n, { put: [docOf("p1", { body: "later" })] }));
    await land(storage, commitOf("acme", 2n), commitOf("acme", 3n));
    const before = await contentsOf(storage, "acme");
    await land(storage, commit);
    expect(await contentsOf(storage, "acme")).toEqual(before);
  });

  test("returns conflict for another commit on the same version", async (storage) => {
    const commit = deposit();
    await land(storage, commit);
    expect((await send(storage, { ...commit, id: "f".repeat(32) })).kind).toBe("conflict");
    await land(storage, commitOf("acme", 1n));
    expect((await send(storage, { ...commit, id: "f".repeat(32) })).kind).toBe("conflict");
    expect((await viewOne(storage, "acme")).entries.length).toBe(1);
  });

  test("treats a commit with the same id and another version as a different one", async (storage) => {
    const commit = deposit();
    await land(storage, commit, { ...commitOf("acme", 1n), id: commit.id });
    expect((await loadOne(storage, "acme")).head?.version).toBe(2n);
    expect((await send(storage, { ...commitOf("acme", 5n), id: commit.id })).kind).toBe("conflict");
  });

  test("separates the ids of two workspaces", async (storage) => {
    const commit = deposit();
    await land(storage, commit, commitOf("other", 0n));
    const elsewhere = { ...commitOf("other", 0n), id: commit.id };
    expect((await send(storage, elsewhere)).kind).toBe("conflict");
  });

  test("evaluates a commit again that was rejected before", async (storage) => {
    const early = commitOf("acme", 1n, { claim: [claimOf("s2")] });
    expect((await send(storage, early)).kind).toBe("conflict");
    await land(storage, deposit(), early);
    const taken = commitOf("acme", 2n, { claim: [claimOf("s1")] });
    expect((await send(storage, taken)).kind).toBe("exists");
    expect((await send(storage, taken)).kind).toBe("exists");
  });

  test("writes a commit once that is sent many times concurrently", async (storage) => {
    const commit = deposit();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => send(storage, commit)));
    expect(outcomes.every(({ kind }) => kind === "committed")).toBe(true);
    expect((await viewOne(storage, "acme")).entries.length).toBe(1);
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
  });

  test("recognises repeated commits among the other commits of a call", async (storage) => {
    const commit = deposit();
    await land(storage, commit, commitOf("b", 0n));
    const commits = [commitOf("c", 0n), commit, commitOf("b", 0n), comparisonOf("d", 0n)];
    const kinds = ["committed", "committed", "conflict", "committed"];
    expect(await kindsOf(storage, commits)).toEqual(kinds);
  });

  test("recognises a commit for a day, and never writes it again afterwards", async (storage) => {
    const commit = deposit();
    await land(storage, commit, commitOf("acme", 1n));
    const { storageNow } = await loadOne(storage, "acme");
    expect(await storage.purge(storageNow + 23 * hourMs, 100)).toBe(0);
    await land(storage, commit);
    const before = await contentsOf(storage, "acme");
    expect(await storage.purge(storageNow + 25 * hourMs, 100)).toBe(2);
    expect((await send(storage, commit)).kind).toBe("conflict");
    expect(await contentsOf(storage, "acme")).toEqual(before);
    await land(storage, commitOf("acme", 2n));
  });

  if (subject.reopen === undefined) return;
  test("recognises a commit after the storage was opened again", async (storage) => {
    const commit = deposit();
    await land(storage, commit, commitOf("acme", 1n));
    await storage.close();
    const reopened = await subject.reopen?.(storage);
    if (reopened === undefined) throw new Error("`reopen` returned no storage.");
    try {
      await land(reopened, commit);
      expect((await viewOne(reopened, "acme")).entries.length).toBe(1);
    } finally {
      await reopened.close();
    }
  });
}
