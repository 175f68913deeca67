import { isTreasuryError } from "@agent-treasury/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noConditions } from "../conditions/conditions.ts";
import { writtenRuleSets } from "./random-rules.fixture.ts";
import { readRuleSet } from "./read-rule-set.ts";
import { rejectedActions } from "./rejected-actions.fixture.ts";
import { rejectedRules } from "./rejected-rules.fixture.ts";
import { ruleSetToJson, rulesText } from "./to-json.ts";
import { deny, many, ruleWith, setOf, textsOf } from "./written-rules.fixture.ts";

function maximumOf(amountUsd: unknown): unknown {
  const then = readRuleSet(ruleWith({ then: { limit: { amountUsd } } })).rules[0]?.then;
  return then?.kind === "limit" ? then.limit.measure.maximum : undefined;
}

function messageOf(input: unknown): string {
  try {
    readRuleSet(input);
  } catch (error) {
    if (isTreasuryError(error) && error.code === "invalid_request") return error.message;
    throw error;
  }
  throw new Error("The rules were accepted.");
}

describe("readRuleSet", () => {
  it("accepts a set without rules", () => {
    expect(readRuleSet(setOf())).toEqual({ rules: [] });
  });

  it("reads each field, with defaults for those that are missing", () => {
    const { rules } = readRuleSet(
      setOf(
        {
          id: "cloud",
          when: {
            agents: ["buyer", "agent"],
            vendors: { in: ["GCP", "aws ", "AWS"] },
            amountUsd: { from: 10, below: "100.5" },
            days: ["sun", "mon"],
            hours: "22:30-06:00",
          },
          then: { limit: { amountUsd: 500, per: { rollingHours: 24 }, by: "vendor" } },
          message: "Ask finance.",
        },
        { id: "two", then: { requireApprovals: { count: 2, from: ["finance"] } } },
      ),
    );
    expect(rules).toEqual([
      {
        id: "cloud",
        when: {
          ...noConditions,
          agents: { in: ["agent", "buyer"] },
          vendors: { in: ["aws", "gcp"] },
          amount: { from: 10_000_000n, below: 100_500_000n },
          days: ["mon", "sun"],
          hours: { from: 1_350, to: 360 },
        },
        then: {
          kind: "limit",
          limit: {
            measure: { kind: "amount", maximum: 500_000_000n },
            counts: "all",
            window: { kind: "rolling", hours: 24 },
            by: "vendor",
            atProposal: "review",
          },
        },
        message: "Ask finance.",
      },
      {
        id: "two",
        when: expect.objectContaining({ vendors: null, hours: null }),
        then: {
          kind: "requireApprovals",
          requirement: { count: 2, from: ["finance"], notProposer: false },
        },
        message: null,
      },
    ]);
  });

  it("reads decimal texts exactly", () => {
    expect(maximumOf("999999999.999999")).toBe(999_999_999_999_999n);
    expect(maximumOf("0.000001")).toBe(1n);
    expect(maximumOf(0.1 + 0.2)).toBe(300_000n);
    expect(maximumOf(0)).toBe(0n);
  });

  it("accepts the rails of the deployment's payment executors", () => {
    const rules = ruleWith({ when: { rails: ["acme-pay"] } });
    expect(readRuleSet(rules, ["ledger", "acme-pay"]).rules).toHaveLength(1);
    expect(messageOf(rules)).toBe(
      "Rule `one`: `when.rails.0` is not a rail of this deployment. Use `ledger` or `stripe-issuing`.",
    );
  });

  it.each([...rejectedRules, ...rejectedActions])("rejects %s", (_name, input, message) => {
    expect(messageOf(input)).toBe(message);
  });

  it("accepts each bound itself", () => {
    const limits = many(64, (index) => ({
      id: `l-${index}`,
      then: { limit: { count: 1, per: "day" } },
    }));
    const counted = [
      { id: "by", then: { limit: { count: 1, per: { rollingHours: 8_760 }, by: "agent" } } },
      { id: "new", then: { limit: { newPayees: 100, per: "day" } } },
    ];
    const others = many(133, (index) => ({ id: `d-${index}`, then: deny }));
    const listed = { id: "x", when: { agents: textsOf(2_000) }, then: deny };
    expect(readRuleSet(setOf(...limits, ...counted, ...others, listed)).rules).toHaveLength(200);
  });

  it("lists all problems, of valid and invalid rules alike", () => {
    const input = setOf(
      { id: "one", whn: {}, then: { deny: true } },
      { id: "two", then: { limit: { count: 1 } } },
    );
    expect(messageOf(input).split("\n")).toEqual([
      "Rule `one`: `whn` is not a known field. The nearest one is `when`.",
      "Rule `two`: `then.limit.count` needs a window. Add `per`, for example `per: day`.",
    ]);
  });

  it("bounds its message", () => {
    const rules = many(200, () => ({ id: "one", then: deny, ["k".repeat(5_000)]: 1 }));
    const lines = messageOf(setOf(...rules)).split("\n");
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe("There are 150 more problems.");
    expect(lines.join("\n").length).toBeLessThan(20_000);
  });

  it("reads its own canonical form back, whatever the spelling was", () => {
    fc.assert(
      fc.property(writtenRuleSets, (written) => {
        const set = readRuleSet(written);
        const json = ruleSetToJson(set);
        expect(readRuleSet(json)).toEqual(set);
        expect(rulesText(readRuleSet(JSON.parse(rulesText(set))))).toBe(rulesText(set));
      }),
    );
  });

  it("rejects or accepts any JSON value without another error", () => {
    const values = fc.oneof(
      fc.jsonValue(),
      fc.record({ version: fc.constant(1), rules: fc.jsonValue() }),
      fc.jsonValue().map((value) => ruleWith({ when: value, then: value })),
      fc.jsonValue().map((value) => ruleWith({ when: { vendors: value, amountUsd: value } })),
    );
    fc.assert(
      fc.property(values, (value) => {
        try {
          readRuleSet(value);
        } catch (error) {
          expect(isTreasuryError(error)).toBe(true);
        }
      }),
    );
  });
});
