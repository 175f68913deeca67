import { describe, expect, it } from "vitest";
import { counterIdOf } from "./counter-id.ts";
import { readRuleSet } from "./read-rule-set.ts";

function idOf(limit: object, when: object = {}): string {
  const [rule] = readRuleSet({ version: 1, rules: [{ id: "a", when, then: { limit } }] }).rules;
  if (rule === undefined) throw new Error("No rule was read.");
  return counterIdOf(rule);
}

const daily = { amountUsd: 5, per: "day" };

describe("counterIdOf", () => {
  it("is the rule id and a digest", () => {
    expect(idOf(daily)).toMatch(/^a\.[0-9a-f]{8}$/);
  });

  it("is the same for another maximum, result at proposal, or order of a list", () => {
    expect(idOf({ ...daily, amountUsd: 7 })).toBe(idOf(daily));
    expect(idOf({ ...daily, atProposal: "deny" })).toBe(idOf(daily));
    expect(idOf(daily, { vendors: { in: ["aws", "gcp"] } })).toBe(
      idOf(daily, { vendors: { in: ["GCP", "aws"] } }),
    );
  });

  it("differs if the limit counts something else", () => {
    const ids = [
      idOf(daily),
      idOf({ count: 5, per: "day" }),
      idOf({ newPayees: 5, per: "day" }),
      idOf({ ...daily, per: "week" }),
      idOf({ ...daily, per: { rollingHours: 24 } }),
      idOf({ ...daily, by: "agent" }),
      idOf({ ...daily, counts: "automatic" }),
      idOf(daily, { agents: ["agent"] }),
      idOf(daily, { vendors: { in: ["aws"] } }),
      idOf(daily, { vendors: { notIn: ["aws"] } }),
      idOf(daily, { vendors: { firstPayment: true } }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("rejects a limit per spend", () => {
    expect(() => idOf({ amountUsd: 5 })).toThrow("Rule `a` has no limit per window.");
  });
});
