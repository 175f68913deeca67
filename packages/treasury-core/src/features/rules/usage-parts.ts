import type { Key } from "@agent-treasury/provider";
import type { Counter } from "@agent-treasury/rules";
import { type GroupUsage, usageKind } from "./usage-doc.ts";

/**
 * Separates the ids of a counter and a shared group. The document of a small vendor stores what that
 * group counts of it under both. Version 0.2 carries such counters along.
 */
const separator = "/";

export function partId(counter: string, shared: string): string {
  return `${counter}${separator}${shared}`;
}

/** Returns what shared groups count of a counter, by their ids. */
export function partsOf(usage: GroupUsage, counter: string): ReadonlyMap<string, Counter> {
  const parts = new Map<string, Counter>();
  const opening = partId(counter, "");
  for (const [id, stored] of usage) {
    if (id.startsWith(opening)) parts.set(id.slice(opening.length), stored.counter);
  }
  return parts;
}

export function hasParts(usage: GroupUsage, counter: string): boolean {
  const { length } = counter;
  for (const [id, { isTallied }] of usage) {
    if (!isTallied && id.charAt(length) === separator && id.startsWith(counter)) return true;
  }
  return false;
}

const none: readonly Key[] = [];

/** The documents of the shared groups that count usage of a document. */
export function sharedKeysIn(usage: GroupUsage): readonly Key[] {
  let ids: Set<string> | undefined;
  for (const [id, { isTallied }] of usage) {
    // No part is tallied.
    const at = isTallied ? -1 : id.indexOf(separator);
    if (at !== -1) (ids ??= new Set()).add(id.slice(at + 1));
  }
  return ids === undefined ? none : Array.from(ids, (id) => ({ kind: usageKind, id }));
}
