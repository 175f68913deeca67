import type { RuleUsage } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { groupsText, limitEffect, usageText } from "./usage-text.ts";

function aUsage(fields: Partial<RuleUsage>): RuleUsage {
  return {
    rule: "daily-spend-cap",
    unit: "usd",
    per: "day",
    by: null,
    counts: "all",
    maximum: 100,
    used: null,
    held: null,
    groups: null,
    ...fields,
  };
}

describe("the texts of usage", () => {
  it("separates what is spent from what is held", () => {
    expect(usageText(aUsage({ used: 40, held: 5 }))).toBe("$35.00 used, $5.00 held, $60.00 left");
    expect(usageText(aUsage({ unit: "spends", used: 3, held: 0, maximum: 20 }))).toBe(
      "3 used, 17 left",
    );
    expect(usageText(aUsage({ used: 120, held: 0 }))).toBe("$120.00 used, $0.00 left");
    expect(usageText(aUsage({}))).toBeNull();
  });

  it("counts the values of a limit with `by`", () => {
    expect(groupsText(aUsage({ by: "category", groups: 2 }))).toBe("In use by 2 categories");
    expect(groupsText(aUsage({ by: "vendor", groups: 1 }))).toBe("In use by 1 vendor");
    expect(groupsText(aUsage({ by: "vendor", groups: 0 }))).toContain("No vendor");
    expect(groupsText(aUsage({}))).toBeNull();
  });

  it("describes the five limits", () => {
    expect(limitEffect(aUsage({}))).toBe("At most $100.00 per day");
    expect(limitEffect(aUsage({ rule: "auto-approve-under", maximum: 0 }))).toBe(
      "Approve nothing automatically",
    );
  });
});
