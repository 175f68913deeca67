import { type Doc, type Key, TreasuryError } from "@agent-treasury/provider";
import {
  type Allocation,
  allocationsToJson,
  chainOf,
  readAllocations,
  readWithAncestors,
} from "@agent-treasury/rules";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";

/** All allocations of a workspace are one open document, so that every load contains it. */
export const allocationsKey: Key = { kind: "allocations", id: "tree" };

export function allocationsOf(ledger: Pick<LedgerState, "doc">): readonly Allocation[] {
  const doc = ledger.doc(allocationsKey);
  return doc === undefined ? [] : readAllocations(doc.body);
}

export function allocationsToDoc(allocations: readonly Allocation[], epoch: number): Doc {
  return { ...keptDoc(allocationsKey, epoch, allocationsToJson(allocations)), open: true };
}

/**
 * Returns a spend's allocation and its ancestors. Empty without an allocation.
 *
 * @throws TreasuryError `allocation_not_found`.
 */
export function allocationChain(ledger: LedgerState, id: string | null): readonly Allocation[] {
  if (id === null) return [];
  const doc = ledger.doc(allocationsKey);
  const chain = doc === undefined ? null : chainOf(readWithAncestors(doc.body, id), id);
  if (chain !== null) return chain;
  throw allocationNotFound(ledger.workspaceId, id);
}

export function allocationNotFound(workspaceId: string, id: string): TreasuryError {
  const message = `Allocation ${JSON.stringify(id)} does not exist in workspace ${workspaceId}.`;
  return new TreasuryError("allocation_not_found", message);
}

export const allocationUsageKind = "allocation_usage";

/** A change of the window begins another counter. A change of the amount keeps it. */
export function allocationCounterKey({ id, limit }: Allocation): Key {
  const window = limit?.window ?? null;
  const name =
    window === null ? "total" : window.kind === "calendar" ? window.period : `${window.hours}h`;
  return { kind: allocationUsageKind, id: `${id}.${name}` };
}

/** The allocation to which a counter belongs. */
export function allocationIdOf(counter: string): string {
  return counter.slice(0, counter.lastIndexOf("."));
}

/** Undefined for a counter of an earlier window of its allocation. */
export function allocationOfCounter(
  ledger: Pick<LedgerState, "doc">,
  counter: string,
): Allocation | undefined {
  const doc = ledger.doc(allocationsKey);
  const allocation = doc && readWithAncestors(doc.body, allocationIdOf(counter))[0];
  return allocation && allocationCounterKey(allocation).id === counter ? allocation : undefined;
}
