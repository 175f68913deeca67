import { isTreasuryError, Micros } from "@agent-treasury/provider";
import { maximumAmount } from "@agent-treasury/provider/helpers";
import { describe, expect, it } from "vitest";
import { dollars } from "../evaluate/evaluation.fixture.ts";
import { allocationOf } from "./allocation.fixture.ts";
import { type Allocation, chainOf } from "./allocation.ts";
import { checkAllocations } from "./check-allocations.ts";

function problemOf(allocations: readonly Allocation[]): string | null {
  try {
    checkAllocations(allocations);
    return null;
  } catch (error) {
    if (isTreasuryError(error) && error.code === "invalid_request") return error.message;
    throw error;
  }
}

/** A chain from the top, such as `a`, `b` below `a`, `c` below `b`. */
function chain(...ids: readonly string[]): Allocation[] {
  return ids.map((id, index) => allocationOf(id, { parent: ids[index - 1] ?? null }));
}

function many(count: number, given: Partial<Allocation> = {}): Allocation[] {
  return Array.from({ length: count }, (_, index) => allocationOf(`a-${index}`, given));
}

const ofLimit = (amount: Micros): Allocation[] => [
  allocationOf("a", { limit: { amount, window: null } }),
];
const ofHours = (hours: number): Allocation[] => [
  allocationOf("a", { limit: { amount: dollars(1), window: { kind: "rolling", hours } } }),
];

describe("a list of allocations", () => {
  it.each<[string, readonly Allocation[]]>([
    ["without entries", []],
    [
      "with 200 live ones and 800 archived ones",
      [
        ...many(200),
        ...many(800, { isArchived: true }).map((each) => ({ ...each, id: `old-${each.id}` })),
      ],
    ],
    ["at depth 4", chain("a", "b", "c", "d")],
    [
      "below a sibling of the same parent",
      [...chain("a", "b"), allocationOf("c", { parent: "a" })],
    ],
    ["with a child before its parent", chain("a", "b").toReversed()],
    ["with an id of 64 characters", [allocationOf("a".repeat(64))]],
    ["with a name of 100 characters", [allocationOf("a", { name: "n".repeat(100) })]],
    ["with a limit of zero", ofLimit(Micros.zero)],
    ["with the largest limit", ofLimit(maximumAmount)],
    ["with the longest rolling window", ofHours(8_760)],
    ["archived below a missing parent", [allocationOf("a", { parent: "x", isArchived: true })]],
    [
      "archived below an archived parent",
      chain("a", "b").map((each) => ({ ...each, isArchived: true })),
    ],
  ])("is accepted %s", (_, allocations) => {
    expect(problemOf(allocations)).toBeNull();
  });

  it.each<[string, readonly Allocation[]]>([
    ["A workspace has at most 200 allocations. Archive one first.", many(201)],
    [
      "A workspace has at most 1,000 allocations, including archived ones.",
      many(1_001, { isArchived: true }),
    ],
    ["The allocation `e` is at depth 5. The maximum is 4.", chain("a", "b", "c", "d", "e")],
    ["The parent `x` of allocation `a` does not exist.", [allocationOf("a", { parent: "x" })]],
    [
      "The allocation `a` above `b` is archived. Archive the allocations below it too.",
      [allocationOf("a", { isArchived: true }), allocationOf("b", { parent: "a" })],
    ],
    [
      "The allocation `a` would be below itself. Choose another parent.",
      [allocationOf("a", { parent: "b" }), allocationOf("b", { parent: "a" })],
    ],
    [
      "The allocation `a` would be below itself. Choose another parent.",
      [allocationOf("a", { parent: "a" })],
    ],
    [
      "The allocation `c` is below a circle of allocations. Choose another parent.",
      [
        allocationOf("c", { parent: "a" }),
        allocationOf("a", { parent: "b" }),
        allocationOf("b", { parent: "a" }),
      ],
    ],
    ["The allocation id `a` is already in use.", [allocationOf("a"), allocationOf("a")]],
    ["`name` of allocation `a` must have 1 to 100 characters.", [allocationOf("a", { name: " " })]],
    [
      "`name` of allocation `a` must have 1 to 100 characters.",
      [allocationOf("a", { name: "n".repeat(101) })],
    ],
    ["`endsAt` of allocation `a` must be a time.", [allocationOf("a", { endsAt: 0.5 })]],
    ["`endsAt` of allocation `a` must be a time.", [allocationOf("a", { endsAt: -1 })]],
    ["The limit of allocation `a` must be from 0 to 1,000,000,000 USD.", ofLimit(Micros.of(-1n))],
    [
      "The limit of allocation `a` must be from 0 to 1,000,000,000 USD.",
      ofLimit(Micros.add(maximumAmount, Micros.of(1n))),
    ],
    ["`rollingHours` of allocation `a` must be from 1 to 8,760.", ofHours(0)],
    ["`rollingHours` of allocation `a` must be from 1 to 8,760.", ofHours(8_761)],
    ["`rollingHours` of allocation `a` must be from 1 to 8,760.", ofHours(1.5)],
  ])("is rejected: %s", (message, allocations) => {
    expect(problemOf(allocations)).toBe(message);
  });

  it.each(["", "-a", "A", "a b", "a:b", "a".repeat(65), "ä"])("rejects the id %j", (id) => {
    expect(problemOf([allocationOf(id)])).toContain("is not valid");
  });
});

describe("the chain of an allocation", () => {
  it("begins with the allocation and ends at the top", () => {
    const list = chain("a", "b", "c", "d");
    expect(chainOf(list, "d")?.map((each) => each.id)).toEqual(["d", "c", "b", "a"]);
    expect(chainOf(list, "a")?.map((each) => each.id)).toEqual(["a"]);
  });

  it("is null if an allocation is missing, so that no ancestor's limit is skipped", () => {
    expect(chainOf(chain("a", "b"), "x")).toBeNull();
    expect(chainOf(chain("a", "b", "c").slice(1), "c")).toBeNull();
  });

  it("is null in a circle and below depth 4", () => {
    const circle = [allocationOf("a", { parent: "b" }), allocationOf("b", { parent: "a" })];
    expect(chainOf(circle, "a")).toBeNull();
    expect(chainOf(chain("a", "b", "c", "d", "e"), "e")).toBeNull();
  });
});
