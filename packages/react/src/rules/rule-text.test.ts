import type { WrittenRule } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { compareRules } from "./compare-rules.ts";
import { ruleConditions, ruleEffect, ruleNotes } from "./rule-text.ts";

const effectOf = (then: WrittenRule["then"]): string => ruleEffect({ id: "one", then });
const conditionsOf = (when: WrittenRule["when"]): readonly string[] =>
  ruleConditions({ id: "one", when, then: { deny: true } });

const rule = (id: string, hours: number): WrittenRule => ({
  id,
  then: { duplicate: { hours } },
});

describe("the texts of a rule", () => {
  it("describes each effect", () => {
    expect(effectOf({ deny: true })).toBe("Deny");
    expect(effectOf({ autoApprove: true })).toBe("Approve automatically");
    expect(effectOf({ keepAvailableUsd: "200" })).toBe("Keep at least $200.00 available");
    expect(effectOf({ duplicate: { hours: 24 } })).toContain("within 24 hours");
    expect(effectOf({ requireApprovals: { count: 1 } })).toBe("Require 1 approval");
    expect(
      effectOf({ requireApprovals: { count: 2, from: ["finance", "legal"], notProposer: true } }),
    ).toBe("Require 2 approvals from finance or legal, not by the proposer");
    expect(effectOf({ requireApprovals: { count: 1, passkey: true, page: true } })).toBe(
      "Require 1 approval, with a passkey, on the page",
    );
    expect(effectOf({})).toBe("Rule of a newer version");
  });

  it("describes each limit", () => {
    expect(effectOf({ limit: { amountUsd: "50" } })).toBe("At most $50.00 per spend");
    expect(effectOf({ limit: { amountUsd: 500, per: "month", by: "vendor" } })).toBe(
      "At most $500.00 per month, for each vendor",
    );
    expect(effectOf({ limit: { count: 20, per: { rollingHours: 24 }, by: "agent" } })).toBe(
      "At most 20 spends in any 24 hours, for each agent",
    );
    expect(effectOf({ limit: { newPayees: 1, per: "week" } })).toBe("At most 1 new payee per week");
    expect(effectOf({ limit: { amountUsd: 5, per: "day", counts: "automatic" } })).toBe(
      "At most $5.00 approved automatically per day",
    );
    const limit = { amountUsd: 5, per: "day", atProposal: "deny" } as const;
    expect(ruleNotes({ id: "one", then: { limit } })).toEqual(["Denies a proposal above it"]);
    expect(ruleNotes({ id: "one", then: { deny: true } })).toEqual([]);
    const approval = { id: "one", then: { autoApprove: true as const } };
    expect(ruleNotes({ ...approval, selfReported: true, message: "Known." })).toEqual([
      "Relies on what the agent reports",
      "“Known.”",
    ]);
  });

  it("describes each condition", () => {
    expect(conditionsOf(undefined)).toEqual([]);
    expect(
      conditionsOf({
        agents: ["scout"],
        allocations: ["ads", "ops"],
        vendors: { in: ["aws", "fly", "gcp"] },
        categories: ["saas"],
        amountUsd: { from: 10, below: "20" },
        rails: ["ledger"],
        days: ["sat", "sun"],
        hours: "22:00-06:00",
      }),
    ).toEqual([
      "to aws, fly or gcp",
      "in category saas",
      "from $10.00 to below $20.00",
      "by agent scout",
      "from allocation ads or ops",
      "paid by ledger",
      "on Sat and Sun",
      "at 22:00–06:00",
    ]);
    expect(conditionsOf({ vendors: { firstPayment: true } })).toEqual([
      "to a payee for the first time",
    ]);
    expect(conditionsOf({ vendors: { notIn: ["aws"] } })).toEqual(["to others than aws"]);
    expect(conditionsOf({ amountUsd: { from: 10 } })).toEqual(["from $10.00"]);
    expect(conditionsOf({ amountUsd: { below: 10 } })).toEqual(["below $10.00"]);
  });

  it("compares rules by their ids", () => {
    const { added, changed, removed } = compareRules(
      [rule("same", 1), rule("other", 1), rule("old", 1)],
      [rule("new", 1), rule("same", 1), rule("other", 2)],
    );
    expect([added, changed, removed].map((rules) => rules.map(({ id }) => id))).toEqual([
      ["new"],
      ["other"],
      ["old"],
    ]);
  });
});
