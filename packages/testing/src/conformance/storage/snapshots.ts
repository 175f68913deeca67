import type { Doc } from "@agent-treasury/provider";
import { commitOf, docOf, idsOf, land, loadOne, viewOne } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const open = (id: string, epoch: number, ordinal: bigint | null, kind = "proposal"): Doc =>
  docOf(id, { kind, epoch, ordinal, open: true });

export function snapshots({ test, expect }: StorageSuite): void {
  test("returns nothing for a workspace that was never written, and does not create it", async (storage) => {
    const keys = [{ kind: "proposal", id: "p1" }];
    const snapshot = await loadOne(storage, "acme", keys);
    expect([snapshot.head, snapshot.open, snapshot.found, snapshot.claimed]).toEqual([
      null,
      [],
      [],
      [],
    ]);
    const view = await viewOne(storage, "acme");
    expect([view.head, view.open, view.docs, view.entries]).toEqual([null, [], [], []]);
    expect(await storage.workspaces(null, 10)).toEqual([]);
  });

  test("loads all open documents, by epoch, ordinal, kind and id", async (storage) => {
    const inOrder = [
      open("turn", 1, null, "lease"),
      open("first", 1, null),
      open("tenth", 1, 10n),
      open("z", 1, 100n, "hold"),
      open("A", 1, 100n),
      open("a", 1, 100n),
      open("next epoch", 2, 1n),
    ];
    await land(
      storage,
      commitOf("acme", 0n, { put: [docOf("closed"), ...inOrder.slice(2).toReversed()] }),
      commitOf("acme", 1n, { put: inOrder.slice(0, 2) }),
    );
    expect((await loadOne(storage, "acme")).open).toEqual(inOrder);
    expect((await viewOne(storage, "acme", { limit: 0 }, { limit: 0 })).open).toEqual(inOrder);
  });

  test("finds documents by their keys, open or closed, of any epoch", async (storage) => {
    const put = [
      docOf("open", { open: true }),
      docOf("closed"),
      docOf("old", { epoch: 1, kind: "credit", ordinal: null }),
      docOf("not asked"),
    ];
    await land(storage, commitOf("acme", 0n, { put }));
    const keys = [
      { kind: "proposal", id: "open" },
      { kind: "proposal", id: "closed" },
      { kind: "credit", id: "old" },
      { kind: "credit", id: "closed" },
      { kind: "proposal", id: "missing" },
    ];
    const { found, claimed } = await loadOne(storage, "acme", keys);
    expect(idsOf(found).toSorted(byText)).toEqual(["closed", "old", "open"]);
    expect(found.find(({ id }) => id === "old")).toEqual(put[2]);
    expect(claimed).toEqual([]);
  });

  test("replaces a document as a whole in all lookups", async (storage) => {
    const before = docOf("p1", { open: true, ordinal: 9n, dueAt: 50, expiresAt: 60, epoch: 1 });
    const after = docOf("p1", { ordinal: 3n, epoch: 2, body: ["other"] });
    const others = [docOf("p2", { ordinal: 5n, epoch: 2 }), docOf("p3", { ordinal: 4n })];
    await land(storage, commitOf("acme", 0n, { put: [before, ...others] }));
    await land(storage, commitOf("acme", 1n, { put: [after] }));
    const snapshot = await loadOne(storage, "acme", [{ kind: "proposal", id: "p1" }]);
    expect(snapshot.open).toEqual([]);
    expect(snapshot.found).toEqual([after]);
    expect(idsOf((await viewOne(storage, "acme")).docs)).toEqual(["p2", "p1", "p3"]);
    expect(await storage.due(1_000, null, 10, ["proposal"])).toEqual([]);
    expect(await storage.purge(1_000, 10)).toBe(0);
    await land(storage, commitOf("acme", 2n, { put: [{ ...after, ordinal: null, open: true }] }));
    expect(idsOf((await viewOne(storage, "acme")).docs)).toEqual(["p2", "p3"]);
    expect(idsOf((await loadOne(storage, "acme")).open)).toEqual(["p1"]);
  });

  test("returns the time of a clock that advances with the machine's", async (storage) => {
    const first = (await loadOne(storage, "acme")).storageNow;
    const second = (await viewOne(storage, "acme")).storageNow;
    expect(Number.isInteger(first) && second >= first).toBe(true);
  });
}

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}
