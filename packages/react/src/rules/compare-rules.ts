import type { WrittenRule } from "@agent-treasury/sdk-client";

export interface RuleDifferences {
  readonly added: readonly WrittenRule[];
  readonly changed: readonly WrittenRule[];
  readonly removed: readonly WrittenRule[];
}

/** Compares rules by their ids. Their order does not affect a verdict. */
export function compareRules(
  before: readonly WrittenRule[],
  after: readonly WrittenRule[],
): RuleDifferences {
  const known = new Map(before.map((rule) => [rule.id, rule]));
  const remaining = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !known.has(id)),
    changed: after.filter((rule) => {
      const earlier = known.get(rule.id);
      return earlier !== undefined && !isSame(earlier, rule);
    }),
    removed: before.filter(({ id }) => !remaining.has(id)),
  };
}

/** Both are in the canonical form, whose fields have a fixed order. */
function isSame(one: WrittenRule, other: WrittenRule): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
