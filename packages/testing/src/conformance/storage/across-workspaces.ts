import type { Doc } from "@agent-treasury/provider";
import { allPages, commitOf, comparisonOf, docOf, kindsOf, land } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

const open = (id: string, kind = "proposal"): Doc => docOf(id, { kind, open: true });

export function acrossWorkspaces({ test, expect }: StorageSuite): void {
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
    for (const limit of [0, -1]) expect(await storage.workspaces(null, limit)).toEqual([]);
  });

  test("lists workspaces with open documents of the given kinds only", async (storage) => {
    if (storage.workspacesWithOpen === undefined) return;
    const list = async (...kinds: readonly string[]): Promise<readonly string[] | undefined> =>
      storage.workspacesWithOpen?.(null, 100, kinds);
    await kindsOf(storage, [
      commitOf("b", 0n, { put: [open("p1"), open("p2"), open("t1", "turn")] }),
      commitOf("a", 0n, { put: [docOf("p1"), open("t1", "turn"), open("x", "proposals")] }),
      commitOf("closed", 0n, { put: [docOf("p1"), docOf("t1", { kind: "turn" })] }),
      commitOf("c", 0n, { create: [open("a1", "action")] }),
      commitOf("Z", 0n, { put: [{ ...open("p1"), epoch: 4, ordinal: null }] }),
    ]);
    expect(await list("proposal")).toEqual(["Z", "b"]);
    expect(await list("action", "turn", "action", "missing")).toEqual(["a", "b", "c"]);
    expect(await list("turn", "proposal", "action")).toEqual(["Z", "a", "b", "c"]);
    expect(await list("missing")).toEqual([]);
    expect(await list()).toEqual([]);
    await land(storage, commitOf("b", 1n, { put: [docOf("p1"), docOf("p2")] }));
    await land(storage, commitOf("closed", 1n, { put: [open("p1")] }));
    expect(await list("proposal")).toEqual(["Z", "closed"]);
  });

  test("pages through workspaces with open documents", async (storage) => {
    if (storage.workspacesWithOpen === undefined) return;
    const ids = ["-", "0", "A", "Zz", "_", "a", "aB", "aa", "b"];
    const kinds = ["turn", "proposal"];
    for (const [index, id] of ids.toReversed().entries()) {
      const put = kinds
        .filter((_, at) => index % 3 !== at)
        .flatMap((kind) => ["x", "y"].map((name) => open(name, kind)));
      await land(storage, commitOf(id, 0n, { put }));
    }
    for (const limit of [1, 2, 4]) {
      const seen = await allPages<string>(async (last) => {
        const page = (await storage.workspacesWithOpen?.(last ?? null, limit, kinds)) ?? [];
        expect(page.length <= limit).toBe(true);
        return page;
      });
      expect(seen).toEqual(ids);
    }
    expect(await storage.workspacesWithOpen("Y", 2, kinds)).toEqual(["Zz", "_"]);
    for (const limit of [0, -1]) {
      expect(await storage.workspacesWithOpen(null, limit, kinds)).toEqual([]);
    }
  });
}
