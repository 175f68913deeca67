import { rejectionCodeOf } from "../rejection.ts";
import {
  claimOf,
  commitOf,
  docOf,
  headOf,
  kindsOf,
  land,
  loadOne,
  send,
  viewOne,
} from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

export function claims(suite: StorageSuite): void {
  const { test, expect, subject } = suite;

  test("rejects claimed keys, and returns all of them", async (storage) => {
    await land(storage, commitOf("acme", 0n, { claim: [claimOf("s1"), claimOf("s2")] }));
    const outcome = await send(
      storage,
      commitOf("acme", 1n, { claim: [claimOf("s1"), claimOf("new"), claimOf("s2")] }),
    );
    const keys = [claimOf("s1").key, claimOf("s2").key];
    expect(outcome).toEqual({ kind: "exists", keys });
    expect((await loadOne(storage, "acme", [claimOf("new").key])).claimed).toEqual([]);
  });

  test("returns conflict rather than exists if both apply", async (storage) => {
    await land(storage, commitOf("acme", 0n, { claim: [claimOf("s1")] }));
    const outcome = await send(storage, commitOf("acme", 0n, { claim: [claimOf("s1")] }));
    expect(outcome).toEqual({ kind: "conflict" });
  });

  test("checks a claim against every epoch", async (storage) => {
    const reset = headOf("acme", 2n, { epoch: 2 });
    await land(
      storage,
      commitOf("acme", 0n, { claim: [claimOf("s1")] }),
      commitOf("acme", 1n, { next: reset, claim: [claimOf("s2")] }),
    );
    for (const id of ["s1", "s2"]) {
      const next = headOf("acme", 3n, { epoch: 3 });
      const outcome = await send(storage, commitOf("acme", 2n, { next, claim: [claimOf(id)] }));
      expect(outcome).toEqual({ kind: "exists", keys: [claimOf(id).key] });
    }
    const keys = [claimOf("s1").key, claimOf("s2").key];
    expect((await loadOne(storage, "acme", keys)).claimed).toEqual(keys);
  });

  test("separates claims and documents with the same key", async (storage) => {
    const key = { kind: "proposal", id: "p1" };
    await land(storage, commitOf("acme", 0n, { claim: [{ key, expiresAt: null }] }));
    expect((await loadOne(storage, "acme", [key])).found).toEqual([]);
    await land(storage, commitOf("acme", 1n, { put: [docOf("p1"), docOf("p2")] }));
    const keys = [key, { kind: "proposal", id: "p2" }];
    const snapshot = await loadOne(storage, "acme", keys);
    expect(snapshot.claimed).toEqual([key]);
    expect(snapshot.found.length).toBe(2);
    await land(storage, commitOf("acme", 2n, { claim: [claimOf("p2", null, "proposal")] }));
  });

  test("distinguishes keys by kind and id, not by their concatenation", async (storage) => {
    const claim = [
      claimOf("bc", null, "a"),
      claimOf("c", null, "ab"),
      claimOf("a\nb", null, "x"),
      claimOf("b", null, "x\na"),
      claimOf("", null, "abc"),
      claimOf("S1"),
      claimOf("s1"),
    ];
    for (const [index, one] of claim.entries()) {
      await land(storage, commitOf("acme", BigInt(index), { claim: [one] }));
    }
    const keys = claim.map((one) => one.key);
    expect((await loadOne(storage, "acme", keys)).claimed.length).toBe(claim.length);
    expect((await loadOne(storage, "acme", [{ kind: "abc", id: "bc" }])).claimed).toEqual([]);
  });

  test("holds a claim until it expires, and no longer", async (storage) => {
    const { storageNow } = await loadOne(storage, "acme");
    const claim = [claimOf("over", storageNow - 1), claimOf("held", storageNow + 3_600_000)];
    await land(storage, commitOf("acme", 0n, { claim }));
    const keys = claim.map((one) => one.key);
    expect((await loadOne(storage, "acme", keys)).claimed).toEqual([claimOf("held").key]);
    expect(await send(storage, commitOf("acme", 1n, { claim }))).toEqual({
      kind: "exists",
      keys: [claimOf("held").key],
    });
    await land(storage, commitOf("acme", 1n, { claim: [claimOf("over")] }));
    expect((await loadOne(storage, "acme", keys)).claimed.length).toBe(2);
    expect((await send(storage, commitOf("acme", 2n, { claim: [claimOf("over")] }))).kind).toBe(
      "exists",
    );
  });

  test("lets any number of workspaces claim the same key", async (storage) => {
    const commits = ["a", "b", "c"].map((id) => commitOf(id, 0n, { claim: [claimOf("s1")] }));
    expect(await kindsOf(storage, commits)).toEqual(["committed", "committed", "committed"]);
  });

  const setNow = subject.setNow?.bind(subject);
  if (setNow === undefined) return;
  test("determines expiry by the storage's own clock, to the millisecond", async (storage) => {
    const start = 1_900_000_000_000;
    setNow(start);
    expect((await loadOne(storage, "acme")).storageNow).toBe(start);
    await land(storage, commitOf("acme", 0n, { claim: [claimOf("s1", start + 10)] }));
    setNow(start + 10);
    expect((await loadOne(storage, "acme", [claimOf("s1").key])).claimed.length).toBe(1);
    expect((await send(storage, commitOf("acme", 1n, { claim: [claimOf("s1")] }))).kind).toBe(
      "exists",
    );
    setNow(start + 11);
    expect((await loadOne(storage, "acme", [claimOf("s1").key])).claimed).toEqual([]);
    await land(storage, commitOf("acme", 1n, { claim: [claimOf("s1")] }));
    expect(await storage.purge(start + 11, 10)).toBe(0);
    expect((await loadOne(storage, "acme", [claimOf("s1").key])).claimed.length).toBe(1);
  });

  test("has a clock of whole milliseconds, and writes nothing without a time", async (storage) => {
    const start = 1_900_000_000_000;
    setNow(start + 0.75);
    expect((await loadOne(storage, "acme")).storageNow).toBe(start);
    expect((await viewOne(storage, "acme")).storageNow).toBe(start);
    await land(storage, commitOf("acme", 0n, { claim: [claimOf("s1", start)] }));
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY]) {
      setNow(now);
      const alone = storage.exclusive?.({ workspaceId: "acme", keys: [] }, () =>
        commitOf("acme", 1n),
      );
      const asked: readonly Promise<unknown>[] = [
        loadOne(storage, "acme"),
        viewOne(storage, "acme"),
        storage.commit([commitOf("acme", 1n), commitOf("beta", 0n)]),
        ...(alone === undefined ? [] : [alone]),
      ];
      const codes = await Promise.all(asked.map(rejectionCodeOf));
      expect(codes).toEqual(asked.map(() => "storage_error"));
    }
    setNow(start + 1);
    expect((await loadOne(storage, "acme")).head?.version).toBe(1n);
    expect((await loadOne(storage, "beta")).head).toBe(null);
    await land(storage, commitOf("acme", 1n, { claim: [claimOf("s1")] }));
  });
}
