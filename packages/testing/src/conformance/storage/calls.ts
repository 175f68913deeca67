import type { Commit } from "@agent-treasury/provider";
import { rejectionCodeOf } from "../rejection.ts";
import {
  claimOf,
  commitOf,
  comparisonOf,
  docOf,
  entryOf,
  headOf,
  idsOf,
  kindsOf,
  land,
  loadOne,
  viewOne,
} from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const write = (workspaceId: string, body: string): Commit =>
  commitOf(workspaceId, 0n, {
    next: headOf(workspaceId, 1n, { sequence: 1n, account: body }),
    entries: [entryOf(1n, { body })],
    put: [docOf("p1", { open: true, dueAt: 1, body }), docOf("p2", { ordinal: 2n, body })],
    claim: [claimOf(body)],
  });

export function calls({ test, expect }: StorageSuite): void {
  test("returns the outcome of every commit of a call, in their order", async (storage) => {
    await land(
      storage,
      commitOf("taken", 0n, { claim: [claimOf("s1")] }),
      commitOf("moved", 0n),
      commitOf("bad", 0n, { entries: [entryOf(1n)] }),
    );
    const put = [docOf("p1")];
    const outcomes = await storage.commit([
      commitOf("z-new", 0n, { put }),
      commitOf("taken", 1n, { put, claim: [claimOf("s1")] }),
      comparisonOf("moved", 1n),
      commitOf("a-new", 0n, { put }),
      commitOf("bad", 1n, { put, entries: [entryOf(1n)] }),
      comparisonOf("never", 4n),
      commitOf("m-new", 0n, { put }),
      commitOf("gone", 7n, { put }),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual([
      "committed",
      "exists",
      "committed",
      "committed",
      "rejected",
      "conflict",
      "committed",
      "conflict",
    ]);
    for (const [id, documents] of Object.entries({ "z-new": 1, "a-new": 1, "m-new": 1 })) {
      expect((await viewOne(storage, id)).docs.length).toBe(documents);
    }
    for (const id of ["taken", "bad", "never", "gone"]) {
      expect((await viewOne(storage, id)).docs).toEqual([]);
    }
  });

  test("commits all others if one of a hundred is rejected", async (storage) => {
    await land(storage, commitOf("w050", 0n, { entries: [entryOf(1n)] }));
    const commits = Array.from({ length: 100 }, (_, index) => {
      const id = `w${index.toString().padStart(3, "0")}`;
      return commitOf(id, id === "w050" ? 1n : 0n, {
        entries: [entryOf(1n)],
        put: [docOf("p1")],
      });
    });
    const kinds = await kindsOf(storage, commits);
    expect(kinds.filter((kind) => kind === "committed").length).toBe(99);
    expect(kinds[50]).toBe("rejected");
    expect((await loadOne(storage, "w050")).head).toEqual(headOf("w050", 1n));
    expect((await storage.workspaces(null, 1_000)).length).toBe(100);
  });

  test("rejects a call that contains a workspace twice, without writing", async (storage) => {
    const commits = [commitOf("other", 0n), commitOf("acme", 0n), commitOf("acme", 1n)];
    expect(await rejectionCodeOf(storage.commit(commits))).toBe("storage_error");
    expect(await storage.workspaces(null, 10)).toEqual([]);
    await land(storage, commitOf("acme", 0n));
  });

  test("accepts empty calls", async (storage) => {
    expect(await storage.commit([])).toEqual([]);
    expect(await storage.load([])).toEqual([]);
  });

  test("loads workspaces in the requested order, including unknown ones", async (storage) => {
    await land(storage, commitOf("a", 0n), commitOf("b", 0n), commitOf("b", 1n));
    const ids = ["b", "never", "a", "b"];
    const snapshots = await storage.load(ids.map((workspaceId) => ({ workspaceId, keys: [] })));
    expect(snapshots.map(({ head }) => head?.version ?? null)).toEqual([2n, null, 1n, 2n]);
  });

  test("separates workspaces with the same keys", async (storage) => {
    await land(storage, write("acme", "one"), write("acme2", "two"));
    const keys = [
      { kind: "proposal", id: "p2" },
      { kind: "deposit", id: "one" },
    ];
    const acme = await loadOne(storage, "acme", keys);
    expect([acme.head?.account, acme.open[0]?.body, acme.found[0]?.body]).toEqual(
      Array.from({ length: 3 }, () => "one"),
    );
    expect(acme.open.length + acme.found.length + acme.claimed.length).toBe(3);
    const other = await loadOne(storage, "acme2", keys);
    expect([other.open[0]?.body, other.claimed.length]).toEqual(["two", 0]);
    const view = await viewOne(storage, "acme2");
    expect(view.entries.map(({ body }) => body)).toEqual(["two"]);
    expect(idsOf(view.docs)).toEqual(["p2", "p1"]);
    await land(storage, commitOf("acme", 1n, { put: [docOf("p1", { open: false })] }));
    expect((await loadOne(storage, "acme2")).open.length).toBe(1);
    expect((await loadOne(storage, "acme2")).head?.version).toBe(1n);
  });
}
