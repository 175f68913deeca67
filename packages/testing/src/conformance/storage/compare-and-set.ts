import {
  claimOf,
  commitOf,
  comparisonOf,
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

export function compareAndSet({ test, expect }: StorageSuite): void {
  test("accepts a workspace's first commit on version 0, once", async (storage) => {
    await land(storage, commitOf("acme", 0n));
    expect((await send(storage, commitOf("acme", 0n))).kind).toBe("conflict");
    expect((await loadOne(storage, "acme")).head).toEqual(headOf("acme", 1n));
  });

  test("rejects a commit on another version", async (storage) => {
    expect((await send(storage, commitOf("acme", 1n))).kind).toBe("conflict");
    await land(storage, commitOf("acme", 0n), commitOf("acme", 1n));
    for (const version of [0n, 1n, 3n, 4n]) {
      expect((await send(storage, commitOf("acme", version))).kind).toBe("conflict");
    }
    expect((await loadOne(storage, "acme")).head).toEqual(headOf("acme", 2n));
  });

  test("accepts each version once, regardless of epoch and sequence", async (storage) => {
    const reset = headOf("acme", 2n, { epoch: 2, sequence: 0n, account: {} });
    await land(storage, commitOf("acme", 0n), commitOf("acme", 1n, { next: reset }));
    expect((await send(storage, commitOf("acme", 0n))).kind).toBe("conflict");
    expect((await send(storage, commitOf("acme", 1n))).kind).toBe("conflict");
    await land(storage, commitOf("acme", 2n));
    expect((await loadOne(storage, "acme")).head).toEqual(headOf("acme", 3n));
  });

  test("only compares if there is no next head", async (storage) => {
    await land(storage, commitOf("acme", 0n), commitOf("acme", 1n));
    expect((await send(storage, comparisonOf("acme", 2n))).kind).toBe("committed");
    expect((await send(storage, comparisonOf("acme", 2n))).kind).toBe("committed");
    expect((await send(storage, comparisonOf("acme", 1n))).kind).toBe("conflict");
    expect((await send(storage, comparisonOf("acme", 3n))).kind).toBe("conflict");
    expect((await loadOne(storage, "acme")).head).toEqual(headOf("acme", 2n));
    await land(storage, commitOf("acme", 2n));
  });

  test("compares a workspace that was never written, without creating it", async (storage) => {
    expect((await send(storage, comparisonOf("acme", 0n))).kind).toBe("committed");
    expect((await send(storage, comparisonOf("acme", 1n))).kind).toBe("conflict");
    expect((await loadOne(storage, "acme")).head).toBe(null);
    expect(await storage.workspaces(null, 10)).toEqual([]);
  });

  test("accepts exactly one of two hundred commits on one version", async (storage) => {
    for (const version of [0n, 1n]) {
      const commits = Array.from({ length: 200 }, (_, index) =>
        commitOf("acme", version, {
          next: headOf("acme", version + 1n, { sequence: version + 1n, account: { index } }),
          entries: [entryOf(version + 1n, { body: { index } })],
        }),
      );
      const outcomes = await Promise.all(commits.map((commit) => send(storage, commit)));
      const landed = outcomes.flatMap(({ kind }, index) => (kind === "committed" ? [index] : []));
      expect(landed.length).toBe(1);
      expect(outcomes.filter(({ kind }) => kind === "conflict").length).toBe(199);
      const view = await viewOne(storage, "acme");
      expect(view.head?.account).toEqual({ index: landed[0] });
      expect(view.entries[0]?.body).toEqual({ index: landed[0] });
      expect(view.entries.length).toBe(Number(version) + 1);
    }
  });

  test("loses no addition of twenty concurrent writers", async (storage) => {
    const addOne = async (): Promise<void> => {
      for (let attempt = 0; attempt < 1_000; attempt += 1) {
        const { head } = await loadOne(storage, "acme");
        const version = head?.version ?? 0n;
        const account = {
          count: ((head?.account as { count: number } | undefined)?.count ?? 0) + 1,
        };
        const next = headOf("acme", version + 1n, { account });
        const { kind } = await send(storage, commitOf("acme", version, { next }));
        if (kind === "committed") return;
      }
    };
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect((await loadOne(storage, "acme")).head?.account).toEqual({ count: 20 });
  });

  test("rejects a commit that contradicts itself, without writing", async (storage) => {
    const doc = docOf("p1");
    const commits = [
      commitOf("a", 0n, { next: null, put: [doc] }),
      commitOf("b", 0n, { next: null, entries: [entryOf(1n)] }),
      commitOf("c", 0n, { next: null, claim: [claimOf("s1")] }),
      commitOf("d", 0n, { next: headOf("d", 2n), put: [doc] }),
      commitOf("e", 0n, { next: headOf("e", 0n), put: [doc] }),
      commitOf("f", 0n, { next: headOf("elsewhere", 1n), put: [doc] }),
      commitOf("g", 0n, { claim: [claimOf("s1"), claimOf("s1")] }),
      commitOf("h", 0n, { put: [doc, { ...doc, body: "other" }] }),
      commitOf("i", 0n, { entries: [entryOf(1n), entryOf(1n)] }),
    ];
    expect(await kindsOf(storage, commits)).toEqual(commits.map(() => "rejected"));
    expect(await storage.workspaces(null, 100)).toEqual([]);
    expect((await viewOne(storage, "h")).docs).toEqual([]);
  });
}
