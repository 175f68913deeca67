import type { Doc, DueDoc, DuePlace } from "@agent-treasury/provider";
import { allPages, commitOf, comparisonOf, docOf, kindsOf, land } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const due = (id: string, dueAt: number | null, kind = "proposal"): Doc =>
  docOf(id, { kind, dueAt });

const namesOf = ({ workspaceId, doc }: DueDoc): string[] => [workspaceId, doc.kind, doc.id];

const placeOf = ({ workspaceId, doc: { kind, id, dueAt } }: DueDoc): DuePlace => ({
  dueAt: dueAt ?? 0,
  workspaceId,
  kind,
  id,
});

export function acrossWorkspaces({ test, expect }: StorageSuite): void {
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
      (await storage.due(now, null, limit)).map(namesOf);
    expect(await list(30, 100)).toEqual(inOrder);
    expect(await list(29, 100)).toEqual(inOrder.slice(0, 7));
    expect(await list(30, 3)).toEqual(inOrder.slice(0, 3));
    for (const limit of [1, 3]) {
      const pages = await allPages((last: DueDoc | undefined) =>
        storage.due(30, last === undefined ? null : placeOf(last), limit),
      );
      expect(pages.map(namesOf)).toEqual(inOrder);
    }
    expect(await list(9, 100)).toEqual([]);
    expect(await list(30, 0)).toEqual([]);
    expect((await storage.due(10, null, 1))[0]?.doc).toEqual(
      docOf("early", { dueAt: 10, open: true, epoch: 4 }),
    );
  });

  test("does not list documents that are rescheduled or no longer due", async (storage) => {
    await land(storage, commitOf("acme", 0n, { put: [docOf("p1", { dueAt: 10 })] }));
    await land(storage, commitOf("acme", 1n, { put: [docOf("p1", { dueAt: 20 })] }));
    expect(await storage.due(19, null, 10)).toEqual([]);
    expect((await storage.due(20, null, 10)).length).toBe(1);
    await land(storage, commitOf("acme", 2n, { put: [docOf("p1")] }));
    expect(await storage.due(Number.MAX_SAFE_INTEGER, null, 10)).toEqual([]);
  });

  test("lists workspaces by code units, capitals before small letters", async (storage) => {
    const inOrder = [
      "-",
      ".",
      "0",
      "10",
      "9",
      ":",
      "@",
      "A",
      "Z",
      "Zz",
      "_",
      "a",
      "aB",
      "a_",
      "aa",
      "b",
    ];
    await kindsOf(storage, [
      ...inOrder.toReversed().map((id) => commitOf(id, 0n)),
      comparisonOf("only compared", 0n),
    ]);
    expect(await storage.workspaces(null, 100)).toEqual(inOrder);
    for (const limit of [1, 3, 16]) {
      const seen = await allPages<string>(async (last) => {
        const page = await storage.workspaces(last ?? null, limit);
        expect(page.length <= limit).toBe(true);
        return page;
      });
      expect(seen).toEqual(inOrder);
    }
    expect(await storage.workspaces("Y", 2)).toEqual(["Z", "Zz"]);
    expect(await storage.workspaces("", 1)).toEqual(["-"]);
    expect(await storage.workspaces("b", 5)).toEqual([]);
    expect(await storage.workspaces(null, 0)).toEqual([]);
  });
}
