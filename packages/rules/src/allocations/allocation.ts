import type { Micros } from "@agent-treasury/provider";
import type { Window } from "../rule-set/rule-set.ts";

/** A share of a workspace's spending, such as a team's or a project's. */
export interface Allocation {
  /** Lower-case letters, digits and `-`, at most 64 characters. */
  readonly id: string;
  readonly name: string;
  /** Spends count against the parent and its ancestors too. Null at the top. */
  readonly parent: string | null;
  /** Null for an allocation that only groups others. */
  readonly limit: AllocationLimit | null;
  /** Milliseconds since 1970; null for an allocation without an end. */
  readonly endsAt: number | null;
  /** Archived allocations remain in the list, because earlier spends refer to them. */
  readonly isArchived: boolean;
}

export interface AllocationLimit {
  readonly amount: Micros;
  /** Null for a limit in total. */
  readonly window: Window | null;
}

export const maximumAllocationDepth = 4;

/**
 * Returns the allocation, then its ancestors. Null if one of them does not exist, or if the tree is
 * deeper than allowed.
 */
export function chainOf(allocations: readonly Allocation[], id: string): Allocation[] | null {
  const chain: Allocation[] = [];
  for (let next: string | null = id; next !== null;) {
    const wanted: string = next;
    const found = allocations.find((allocation) => allocation.id === wanted);
    if (found === undefined || chain.length === maximumAllocationDepth) return null;
    chain.push(found);
    next = found.parent;
  }
  return chain;
}
