import type { Doc, DueDoc, DuePlace, Storage } from "@agent-treasury/provider";
import { allPages, commitOf, docOf, kindsOf, land } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const kinds = ["turn", "lease", "proposal"];

const due = (id: string, dueAt: number | null, kind = "proposal"): Doc =>
  docOf(id, { kind, dueAt });

const namesOf = ({ workspaceId, doc }: DueDoc): string[] => [workspaceId, doc.kind, doc.id];

const placeOf = ({ workspaceId, doc: { kind, id, dueAt } }: DueDoc): DuePlace => ({
  dueAt: dueAt ?? 0,
  workspaceId,
  kind,
  id,
});

async function pagesOf(
  storage: Storage,
  now: number,
  limit: number,
  asked: readonly string[],
): Promise<string[][]> {
  const all = await allPages((last: DueDoc | undefined) =>
    storage.due(now, last === undefined ? null : placeOf(last), limit, asked),
  );
  return all.map(namesOf);
}

export function dueDocuments({ test, expect }: StorageSuite): void {
  test("lists due documents by time, workspace, kind and id", async (storage) => {
    const put = [
      due("b", 20),
      due("a", 20),
      due("B", 20),
      due("z", 20, "lease"),
      due("never", null),
    ];
    await kindsOf(storage, [
      commitOf("beta", 0n, { put }),
      commitOf("alpha", 0n, { put: [due("late", 31), due("x", 30, "turn"), due("x", 20)] }),
      commitOf("Zeta", 0n, { put: [due("x", 20), { ...due("early", 10), open: true, epoch: 4 }] }),
    ]);
    const inOrder = [
      ["Zeta", "proposal", "early"],
      ["Zeta", "proposal", "x"],
      ["alpha", "proposal", "x"],
      ["beta", "lease", "z"],
      ["beta", "proposal", "B"],
      ["beta", "proposal", "a"],
      ["beta", "proposal", "b"],
      ["alpha", "turn", "x"],
    ];
    const list = async (now: number, limit: number): Promise<string[][]> =>
      (await storage.due(now, null, limit, kinds)).map(namesOf);
    expect(await list(30, 100)).toEqual(inOrder);
    expect(await list(29, 100)).toEqual(inOrder.slice(0, 7));
    expect(await list(30, 3)).toEqual(inOrder.slice(0, 3));
    for (const limit of [1, 3]) expect(await pagesOf(storage, 30, limit, kinds)).toEqual(inOrder);
    expect(await list(9, 100)).toEqual([]);
    expect(await list(30, 0)).toEqual([]);
    expect((await storage.due(10, null, 1, kinds))[0]?.doc).toEqual(
      docOf("early", { dueAt: 10, open: true, epoch: 4 }),
    );
  });

  test("lists due documents of the given kinds only", async (storage) => {
    const put = ["lease", "proposal", "proposals", "turn"].map((kind) => due("x", 10, kind));
    await kindsOf(storage, [commitOf("beta", 0n, { put }), commitOf("alpha", 0n, { put })]);
    const listed = async (...asked: readonly string[]): Promise<string[]> =>
      (await storage.due(10, null, 100, asked)).map((each) => namesOf(each).join(" "));
    expect(await listed("proposal")).toEqual(["alpha proposal x", "beta proposal x"]);
    const both = ["alpha lease x", "alpha turn x", "beta lease x", "beta turn x"];
    expect(await listed("turn", "lease")).toEqual(both);
    expect(await listed("turn", "lease", "turn", "missing")).toEqual(both);
    expect(await listed("missing")).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  test("pages through documents of several kinds that are due at one moment", async (storage) => {
    const put = kinds.flatMap((kind) => ["a", "b", "c"].map((id) => due(id, 10, kind)));
    await kindsOf(storage, [
      commitOf("beta", 0n, { put }),
      commitOf("alpha", 0n, { put: [...put, due("d", 5, "turn"), due("d", 15, "lease")] }),
    ]);
    const all = (await storage.due(20, null, 100, kinds)).map(namesOf);
    expect(all.length).toBe(20);
    for (const limit of [1, 2, 4]) expect(await pagesOf(storage, 20, limit, kinds)).toEqual(all);
    const withoutLeases = all.filter(([, kind]) => kind !== "lease");
    expect(await pagesOf(storage, 20, 2, ["proposal", "turn"])).toEqual(withoutLeases);
    // A place that belongs to a kind that is no longer requested.
    const after = { dueAt: 10, workspaceId: "alpha", kind: "proposal", id: "b" };
    expect((await storage.due(20, after, 4, ["turn", "lease"])).map(namesOf)).toEqual([
      ["alpha", "turn", "a"],
      ["alpha", "turn", "b"],
      ["alpha", "turn", "c"],
      ["beta", "lease", "a"],
    ]);
  });

  test("finds a due document behind thousands of another kind", async (storage) => {
    const cursors = Array.from({ length: 2_000 }, (_, n) => due(`c${n}`, n % 100, "cursor"));
    await land(storage, commitOf("busy", 0n, { put: cursors }));
    await land(storage, commitOf("acme", 0n, { put: [due("p1", 200), due("p2", 300)] }));
    expect(await pagesOf(storage, 300, 1, ["proposal"])).toEqual([
      ["acme", "proposal", "p1"],
      ["acme", "proposal", "p2"],
    ]);
    expect((await storage.due(300, null, 5_000, ["cursor"])).length).toBe(2_000);
  });

  test("does not list documents that are rescheduled or no longer due", async (storage) => {
    await land(storage, commitOf("acme", 0n, { put: [docOf("p1", { dueAt: 10 })] }));
    await land(storage, commitOf("acme", 1n, { put: [docOf("p1", { dueAt: 20 })] }));
    expect(await storage.due(19, null, 10, kinds)).toEqual([]);
    expect((await storage.due(20, null, 10, kinds)).length).toBe(1);
    await land(storage, commitOf("acme", 2n, { put: [docOf("p1")] }));
    expect(await storage.due(Number.MAX_SAFE_INTEGER, null, 10, kinds)).toEqual([]);
  });
}
