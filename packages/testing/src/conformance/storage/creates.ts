import { claimOf, commitOf, contentsOf, docOf, headOf, land, loadOne, send } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const key = (id: string): unknown => ({ kind: "proposal", id });

export function creates({ test, expect }: StorageSuite): void {
  test("creates documents that do not exist", async (storage) => {
    const create = [docOf("p1", { open: true }), docOf("p2", { ordinal: 2n })];
    await land(storage, commitOf("acme", 0n, { create }));
    const { open, found } = await loadOne(storage, "acme", create);
    expect(open).toEqual([create[0]]);
    expect(found).toEqual(create);
  });

  test("rejects creating an existing document, open or closed", async (storage) => {
    await land(storage, commitOf("acme", 0n, { put: [docOf("p1", { open: true }), docOf("p2")] }));
    const before = await contentsOf(storage, "acme", [docOf("p1"), docOf("p2"), docOf("new")]);
    for (const id of ["p1", "p2"]) {
      const create = [docOf("new"), docOf(id, { body: "replaced" })];
      const outcome = await send(storage, commitOf("acme", 1n, { create }));
      expect(outcome).toEqual({ kind: "exists", keys: [{ kind: "proposal", id }] });
    }
    const asked = [docOf("p1"), docOf("p2"), docOf("new")];
    expect(await contentsOf(storage, "acme", asked)).toEqual(before);
    await land(storage, commitOf("acme", 1n, { put: [docOf("p1")], create: [docOf("new")] }));
  });

  test("rejects creating a document of an earlier epoch", async (storage) => {
    await land(
      storage,
      commitOf("acme", 0n, { create: [docOf("p1")] }),
      commitOf("acme", 1n, { next: headOf("acme", 2n, { epoch: 2 }) }),
    );
    const next = headOf("acme", 3n, { epoch: 2 });
    const create = [docOf("p1", { epoch: 2 })];
    const outcome = await send(storage, commitOf("acme", 2n, { next, create }));
    expect(outcome).toEqual({ kind: "exists", keys: [{ kind: "proposal", id: "p1" }] });
  });

  test("returns the keys of each commit, claims before documents", async (storage) => {
    const there = { put: [docOf("p1"), docOf("p2")], claim: [claimOf("s1")] };
    await land(storage, commitOf("acme", 0n, there), commitOf("other", 0n, there));
    const create = [docOf("p2"), docOf("new"), docOf("p1")];
    const outcomes = await storage.commit([
      commitOf("acme", 1n, { put: [docOf("p3")], create, claim: [claimOf("s1")] }),
      commitOf("third", 0n, { create }),
      commitOf("other", 1n, { put: [docOf("p2")], create: [docOf("p1")] }),
    ]);
    expect(outcomes).toEqual([
      { kind: "exists", keys: [claimOf("s1").key, key("p2"), key("p1")] },
      { kind: "committed" },
      { kind: "exists", keys: [key("p1")] },
    ]);
  });

  test("returns conflict rather than exists, and committed when it is sent again", async (storage) => {
    const commit = commitOf("acme", 0n, { create: [docOf("p1")] });
    await land(storage, commit);
    expect(await send(storage, commit)).toEqual({ kind: "committed" });
    const other = commitOf("acme", 0n, { create: [docOf("p1")] });
    expect(await send(storage, other)).toEqual({ kind: "conflict" });
  });

  test("rejects a commit that writes and creates the same document", async (storage) => {
    const commit = commitOf("acme", 0n, { put: [docOf("p1")], create: [docOf("p1")] });
    expect((await send(storage, commit)).kind).toBe("rejected");
    expect((await loadOne(storage, "acme")).head).toBe(null);
  });
}
