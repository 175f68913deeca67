import type { Allocation } from "@agent-treasury/sdk-client";

export interface AllocationNode {
  readonly allocation: Allocation;
  readonly children: readonly AllocationNode[];
}

/** Returns live allocations as trees, by name. One below an archived allocation is at the top. */
export function allocationTrees(allocations: readonly Allocation[]): readonly AllocationNode[] {
  const live = allocations
    .filter(({ archived }) => !archived)
    .toSorted((one, other) => one.name.localeCompare(other.name, "en"));
  const ids = new Set(live.map(({ id }) => id));
  const below = (parent: string | null): readonly AllocationNode[] =>
    live
      .filter((one) => (one.parent !== null && ids.has(one.parent) ? one.parent : null) === parent)
      .map((allocation) => ({ allocation, children: below(allocation.id) }));
  return below(null);
}

export interface NestedAllocation {
  readonly allocation: Allocation;
  /** From 0. */
  readonly depth: number;
}

/** Returns live allocations in the order of the tree. */
export function flattened(
  nodes: readonly AllocationNode[],
  depth = 0,
): readonly NestedAllocation[] {
  return nodes.flatMap(({ allocation, children }) => [
    { allocation, depth },
    ...flattened(children, depth + 1),
  ]);
}

/** Returns an option of a `SelectField`, indented like the tree. */
export function optionOf({ allocation, depth }: NestedAllocation): readonly [string, string] {
  return [allocation.id, `${"\u00a0\u00a0".repeat(depth)}${allocation.name}`];
}
