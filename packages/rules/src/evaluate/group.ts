import { groupName } from "@agent-treasury/provider/helpers";
import type { GroupBy } from "../rule-set/rule-set.ts";
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
 * The groups that count a spend, each up to the whole limit. A vendor counts under its own name, as
 * since version 0.2, and with the vendors that look like it. For most names, these are one group.
 */
export function groupsOf(by: GroupBy, facts: SpendFacts): readonly string[] {
  const own = groupOf(by, facts);
  if (own === null) return [];
  const alike = by === "vendor" ? lookalikeGroup(facts) : own;
  return alike === own ? [own] : [own, alike];
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
