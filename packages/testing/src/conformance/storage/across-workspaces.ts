import { allPages, commitOf, comparisonOf, kindsOf } from "./build.ts";
import type { StorageSuite } from "./storage-suite.ts";

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
    expect(await storage.workspaces(null, 0)).toEqual([]);
  });
}
