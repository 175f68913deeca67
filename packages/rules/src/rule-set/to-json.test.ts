import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writtenRuleSets } from "./random-rules.fixture.ts";
import { readRuleSet } from "./read-rule-set.ts";
import { rulesText } from "./to-json.ts";

function textOf(rule: object): string {
  return rulesText(readRuleSet({ version: 1, rules: [rule] }));
}

function limitText(limit: object): string {
  return textOf({ id: "a", then: { limit } });
}

describe("rulesText", () => {
  it("has a fixed order of keys, amounts as texts, and no defaults", () => {
    const text = textOf({
      then: {
        limit: { atProposal: "review", per: "month", counts: "all", amountUsd: 500, by: "vendor" },
      },
      message: "Ask.",
      when: { hours: "17:00-24:00", amountUsd: { below: 100, from: 0.5 }, agents: ["b", "a"] },
      id: "saas",
    });
    expect(text).toBe(
      '{"version":1,"rules":[{"id":"saas","when":{"agents":["a","b"],"amountUsd":{"from":"0.50","below":"100.00"},"hours":"17:00-24:00"},"then":{"limit":{"amountUsd":"500.00","per":"month","by":"vendor"}},"message":"Ask."}]}',
    );
  });

  it("does not depend on spelling or on the order of keys and lists", () => {
    const then = { autoApprove: true };
    const one = textOf({
      id: "a",
      selfReported: true,
      when: { vendors: { in: ["AWS", "gcp", "ＡＷＳ"] }, rails: ["stripe-issuing", "ledger"] },
      then,
    });
    const other = textOf({
      then,
      when: { rails: ["ledger", "stripe-issuing"], vendors: { in: [" gcp", "aws"] } },
      selfReported: true,
      id: "a",
    });
    expect(one).toBe(other);
  });

  it("differs if a rule differs", () => {
    const texts = [
      limitText({ amountUsd: 5 }),
      limitText({ amountUsd: "5.000001" }),
      limitText({ amountUsd: 5, atProposal: "deny" }),
      limitText({ amountUsd: 5, per: "day" }),
      limitText({ amountUsd: 5, per: "day", counts: "automatic" }),
      limitText({ amountUsd: 5, per: { rollingHours: 24 } }),
      limitText({ amountUsd: 5, per: { rollingHours: 25 } }),
      limitText({ amountUsd: 5, per: "day", by: "agent" }),
      limitText({ count: 5, per: "day" }),
      limitText({ newPayees: 5, per: "day" }),
    ];
    expect(new Set(texts).size).toBe(texts.length);
  });

  it("does not change if storage returns keys in another order", () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== "object" || value === null) return value;
      const entries = Object.entries(value).map(([key, one]) => [key, reversed(one)] as const);
      return Object.fromEntries(entries.toReversed());
    };
    fc.assert(
      fc.property(writtenRuleSets, (written) => {
        const text = rulesText(readRuleSet(written));
        expect(rulesText(readRuleSet(reversed(JSON.parse(text))))).toBe(text);
      }),
    );
  });
});
