import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { describe, expect, it } from "vitest";
import { missingFromTable } from "./missing-from-table.ts";
import { ruleTableSuite } from "./rule-table-suite.ts";
import { ruleRows, ruleTable } from "./rule-table.ts";

ruleTableSuite(
  { describe, it, expect },
  {
    name: "memory",
    open: (now) => {
      const storage = memoryStorage({ now });
      return { storages: [storage], close: () => storage.close() };
    },
  },
);

const requiredTypes = [
  "per spend",
  "day",
  "week",
  "month",
  "quarter",
  "year",
  "rolling hours",
  "automatic only",
  "per agent",
  "per vendor",
  "per category",
  "per allocation",
  "vendor in",
  "vendor not in",
  "other agents",
  "category not in",
  "no category",
  "part of the balance",
  "validity",
  "time zone",
  "cooldown",
  "first payment",
  "distinct new payees",
  "count velocity",
  "days and hours",
  "tiers by amount",
  "required approvals",
  "groups",
  "not the proposer",
  "duplicate",
  "reserve",
  "rail",
  "deny",
  "allocation and its ancestors",
];

describe("the table of rule types", () => {
  it("has one row for each required type", () => {
    const types = ruleTable.map(({ type }) => type);
    expect(new Set(types).size).toBe(types.length);
    expect(types).toEqual(expect.arrayContaining(requiredTypes));
  });

  it("uses every condition, action and option of the JSON Schema", () => {
    expect(missingFromTable(ruleRows.flatMap(({ rules }) => rules))).toEqual([]);
  });

  it("notices a missing option", () => {
    const rules = ruleRows.flatMap(({ type, rules: own }) => (type === "quarter" ? [] : own));
    expect(missingFromTable(rules)).toEqual(["then.limit.per=quarter"]);
  });
});
