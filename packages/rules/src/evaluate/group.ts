import { groupName } from "@agent-treasury/provider/helpers";
import type { CounterKey } from "../counters/counter-key.ts";
import type { GroupBy } from "../rule-set/rule-set.ts";
import type { ValueHash } from "./hash-of.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** Null if the spend belongs to no group, such as a spend without an allocation. */
export function groupOf(by: GroupBy, facts: SpendFacts): string | null {
  switch (by) {
    case "agent":
      return facts.agentId;
    case "vendor":
      return facts.payee.id;
    case "category":
      return facts.category ?? "";
    case "allocation":
      return facts.allocations[0] ?? null;
  }
}

/**
 * The groups that count a spend, each up to the whole limit. A vendor or category counts under its
 * own name, as since version 0.2, and with those that look like it. For most names, these are one
 * group.
 */
export function groupsOf(by: GroupBy, facts: SpendFacts): readonly string[] {
  const own = groupOf(by, facts);
  if (own === null) return [];
  const alike = alikeGroup(by, own, facts);
  return alike === own ? [own] : [own, alike];
}

function alikeGroup(by: GroupBy, own: string, facts: SpendFacts): string {
  if (by === "vendor") return lookalikeGroup(facts);
  return by === "category" ? groupName(own) : own;
}

/**
 * The group that the small vendors of an agent share. Null without one. Vendors and their look-alikes
 * share different ones, so that no spend counts twice.
 *
 * @param place of the key among those of one counter.
 */
export function sharedGroupOf(
  { group }: CounterKey,
  place: number,
  agentId: string,
  hash: ValueHash,
): string | null {
  if (group?.startsWith("vendor.") !== true) return null;
  return `vendor.${place === 0 ? "small" : "alike"}.${hash(agentId)}`;
}

/** The groups that the small vendors of an agent share, for each charge of a spend. */
export function sharedGroupsOf(
  charges: readonly CounterKey[],
  agentId: string,
  hash: ValueHash,
): readonly (string | null)[] {
  return charges.map((charge, index) => {
    const place = charges.findIndex(({ counter }) => counter === charge.counter);
    return sharedGroupOf(charge, index - place, agentId, hash);
  });
}

const namePrefix = "name:";

function lookalikeGroup({ payee: { id }, writtenVendor }: SpendFacts): string {
  if (!id.startsWith(namePrefix)) return groupName(id);
  return `${namePrefix}${groupName(writtenVendor ?? id.slice(namePrefix.length))}`;
}

/** For example ` for vendor aws`. Empty without a group. */
export function describeGroup(by: GroupBy | null, facts: SpendFacts): string {
  if (by === null) return "";
  const group = groupOf(by, facts);
  if (group === null || group === "") return ` without ${by}`;
  return ` for ${by} ${by === "vendor" ? group.replace(/^name:/, "") : group}`;
}
