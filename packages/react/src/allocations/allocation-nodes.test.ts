import { describe, expect, it } from "vitest";
import { allocationTrees, flattened } from "./allocation-nodes.ts";
import { anAllocation } from "./allocation.fixture.ts";

const named = (id: string, parent: string | null = null, archived = false) =>
  anAllocation({ id, name: id, parent, archived });

describe("the tree of allocations", () => {
  it("orders allocations by name below their parents", () => {
    const shown = flattened(
      allocationTrees([
        named("b"),
        named("b2", "b"),
        named("a"),
        named("b1", "b"),
        named("x", "b1"),
      ]),
    );
    expect(shown.map(({ allocation, depth }) => [allocation.id, depth])).toEqual([
      ["a", 0],
      ["b", 0],
      ["b1", 1],
      ["x", 2],
      ["b2", 1],
    ]);
  });

  it("leaves out archived allocations, and shows what is below them at the top", () => {
    const shown = flattened(allocationTrees([named("old", null, true), named("new", "old")]));
    expect(shown.map(({ allocation, depth }) => [allocation.id, depth])).toEqual([["new", 0]]);
  });
});
