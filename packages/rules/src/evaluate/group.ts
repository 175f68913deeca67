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

/** For example ` for vendor aws`. Empty without a group. */
export function describeGroup(by: GroupBy | null, facts: SpendFacts): string {
  if (by === null) return "";
  const group = groupOf(by, facts);
  if (group === null || group === "") return ` without ${by}`;
  return ` for ${by} ${by === "vendor" ? group.replace(/^name:/, "") : group}`;
}
