import { isTreasuryError } from "@agent-treasury/provider";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writtenRuleSets } from "./random-rules.fixture.ts";
import { readRuleSet } from "./read-rule-set.ts";
import { ruleSetToJson, rulesText } from "./to-json.ts";

const deny = { deny: true };

function setOf(...rules: readonly object[]): unknown {
  return { version: 1, rules };
}

function ruleWith(fields: object): unknown {
  return setOf({ id: "one", then: deny, ...fields });
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

function many(count: number, create: (index: number) => object): readonly object[] {
  return Array.from({ length: count }, (_, index) => create(index));
}

function textsOf(count: number, length = 4): readonly string[] {
  return Array.from({ length: count }, (_, index) => String(index).padStart(length, "0"));
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
          agents: ["agent", "buyer"],
          allocations: null,
          vendors: { in: ["aws", "gcp"] },
          categories: null,
          amount: { from: 10_000_000n, below: 100_500_000n },
          rails: null,
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
    const read = (amountUsd: unknown): unknown =>
      readRuleSet(ruleWith({ then: { limit: { amountUsd } } })).rules[0]?.then;
    const limitOf = (maximum: bigint): unknown => ({
      kind: "limit",
      limit: expect.objectContaining({ measure: { kind: "amount", maximum } }),
    });
    expect(read("999999999.999999")).toEqual(limitOf(999_999_999_999_999n));
    expect(read("0.000001")).toEqual(limitOf(1n));
    expect(read(0.1 + 0.2)).toEqual(limitOf(300_000n));
    expect(read(0)).toEqual(limitOf(0n));
  });

  it("accepts the rails of the deployment's payment executors", () => {
    const rules = ruleWith({ when: { rails: ["acme-pay"] } });
    expect(readRuleSet(rules, ["ledger", "acme-pay"]).rules).toHaveLength(1);
    expect(messageOf(rules)).toBe(
      "Rule `one`: `when.rails.0` is not a rail of this deployment. Use `ledger` or `stripe-issuing`.",
    );
  });

  it.each<[name: string, input: unknown, message: string]>([
    ["no object", 12, "The rule set must be an object with `version` or `rules`, not 12."],
    ["no version", { rules: [] }, "`version` is required and must be 1."],
    ["another version", { version: 2, rules: [] }, "`version` must be 1, not 2."],
    ["no rules", { version: 1 }, "`rules` is required and must be a list of rules."],
    [
      "a misspelled field",
      ruleWith({ then: { limit: { amountUSD: 5 } } }),
      "Rule `one`: `then.limit.amountUSD` is not a known field. The nearest one is `amountUsd`.",
    ],
    [
      "an unknown field",
      ruleWith({ then: { deny: true, notify: "ops" } }),
      "Rule `one`: `then.notify` is not a known field. Use `deny`, `requireApprovals`, `autoApprove`, `keepAvailableUsd`, `limit` or `duplicate`.",
    ],
    [
      "an id with other characters",
      setOf({ id: "SaaS monthly", then: deny }),
      '`rules.0.id` must be an id of 1 to 40 lower-case letters, digits and `-`, beginning with a letter or digit, not "SaaS monthly".',
    ],
    [
      "a reserved id",
      setOf({ id: "min-reserve", then: deny }),
      "Rule `min-reserve`: `id` is the id of a limit that always applies. Choose another id.",
    ],
    [
      "an id twice",
      setOf({ id: "one", then: deny }, { id: "two", then: deny }, { id: "one", then: deny }),
      "Rule `one`: `id` is also the id of `rules.0`. Choose another id.",
    ],
    [
      "no action",
      ruleWith({ then: {} }),
      "Rule `one`: `then` must have exactly one of `deny`, `requireApprovals`, `autoApprove`, `keepAvailableUsd`, `limit` and `duplicate`.",
    ],
    [
      "two actions",
      ruleWith({ then: { deny: true, autoApprove: true } }),
      "Rule `one`: `then` must have exactly one of `deny`, `requireApprovals`, `autoApprove`, `keepAvailableUsd`, `limit` and `duplicate`, not `deny` and `autoApprove`.",
    ],
    [
      "an action set to false",
      ruleWith({ then: { deny: false } }),
      "Rule `one`: `then.deny` must be `true`. Remove the field otherwise, not false.",
    ],
    [
      "an empty list",
      ruleWith({ when: { vendors: { in: [] } } }),
      "Rule `one`: `when.vendors.in` must list at least one of the vendor names and payee identities. Remove the field for any.",
    ],
    [
      "a blank vendor",
      ruleWith({ when: { vendors: { in: ["\u200b "] } } }),
      "Rule `one`: `when.vendors.in.0` must not be blank.",
    ],
    [
      "a vendor that is a number",
      ruleWith({ when: { vendors: { in: [37] } } }),
      "Rule `one`: `when.vendors.in.0` must be a vendor name or a payee identity, in quotes if it looks like a number, not 37.",
    ],
    [
      "a text that reads in another order",
      ruleWith({ message: "pay \u202e12" }),
      "Rule `one`: `message` must not contain control characters.",
    ],
    [
      "vendors in two ways",
      ruleWith({ when: { vendors: { in: ["aws"], firstPayment: true } } }),
      "Rule `one`: `when.vendors` must have exactly one of `in`, `notIn` and `firstPayment`, not `in` and `firstPayment`.",
    ],
    [
      "no amount",
      ruleWith({ when: { amountUsd: {} } }),
      "Rule `one`: `when.amountUsd` must have `from`, `below` or both.",
    ],
    [
      "amounts that match nothing",
      ruleWith({ when: { amountUsd: { from: 10, below: "10.00" } } }),
      "Rule `one`: `when.amountUsd.below` must be above `from`. No amount matches otherwise.",
    ],
    [
      "an amount with seven decimals",
      ruleWith({ then: { keepAvailableUsd: "0.0000001" } }),
      'Rule `one`: `then.keepAvailableUsd` must be an amount from 0 to 1,000,000,000 USD with at most 6 decimals, as a number or as a text such as "12.50", not "0.0000001".',
    ],
    [
      "an amount that rounds to zero",
      ruleWith({ then: { keepAvailableUsd: 0.0000001 } }),
      'Rule `one`: `then.keepAvailableUsd` must be an amount from 0 to 1,000,000,000 USD with at most 6 decimals, as a number or as a text such as "12.50", not 1e-7.',
    ],
    [
      "a negative amount",
      ruleWith({ then: { keepAvailableUsd: -5 } }),
      'Rule `one`: `then.keepAvailableUsd` must be an amount from 0 to 1,000,000,000 USD with at most 6 decimals, as a number or as a text such as "12.50", not -5.',
    ],
    [
      "hours with equal ends",
      ruleWith({ when: { hours: "09:00-09:00" } }),
      "Rule `one`: `when.hours` must not begin and end at the same time. Remove the field for the whole day.",
    ],
    [
      "hours in another form",
      ruleWith({ when: { hours: "9-17" } }),
      'Rule `one`: `when.hours` must be hours such as "09:00-17:00", not "9-17".',
    ],
    [
      "an unknown day",
      ruleWith({ when: { days: ["monday"] } }),
      'Rule `one`: `when.days.0` must be one of mon, tue, wed, thu, fri, sat and sun, not "monday".',
    ],
    [
      "more approvals than 10",
      ruleWith({ then: { requireApprovals: { count: 11 } } }),
      "Rule `one`: `then.requireApprovals.count` must be a whole number from 1 to 10, not 11.",
    ],
    [
      "a passkey",
      ruleWith({ then: { requireApprovals: { count: 1, passkey: true } } }),
      "Rule `one`: `then.requireApprovals.passkey` is not supported yet. Remove the field.",
    ],
    [
      "two measures",
      ruleWith({ then: { limit: { amountUsd: 5, count: 5, per: "day" } } }),
      "Rule `one`: `then.limit` must have exactly one of `amountUsd`, `count` and `newPayees`, not `amountUsd` and `count`.",
    ],
    [
      "a count per spend",
      ruleWith({ then: { limit: { count: 5 } } }),
      "Rule `one`: `then.limit.count` needs a window. Add `per`, for example `per: day`.",
    ],
    [
      "new payees per spend",
      ruleWith({ then: { limit: { newPayees: 5 } } }),
      "Rule `one`: `then.limit.newPayees` needs a window. Add `per`, for example `per: day`.",
    ],
    [
      "groups per spend",
      ruleWith({ then: { limit: { amountUsd: 5, by: "vendor" } } }),
      "Rule `one`: `then.limit.by` needs a window. Add `per`, for example `per: day`.",
    ],
    [
      "automatic spends per spend",
      ruleWith({ then: { limit: { amountUsd: 5, counts: "automatic" } } }),
      "Rule `one`: `then.limit.counts` needs a window. Add `per`, for example `per: day`.",
    ],
    [
      "more new payees than 100",
      ruleWith({ then: { limit: { newPayees: 101, per: "day" } } }),
      "Rule `one`: `then.limit.newPayees` must be a whole number from 1 to 100, not 101.",
    ],
    [
      "a window above a year",
      ruleWith({ then: { limit: { count: 1, per: { rollingHours: 8_761 } } } }),
      "Rule `one`: `then.limit.per.rollingHours` must be a whole number from 1 to 8,760, not 8761.",
    ],
    [
      "a misspelled window",
      ruleWith({ then: { limit: { count: 1, per: "mnth" } } }),
      'Rule `one`: `then.limit.per` must be hour, day, week, month, quarter, year, or an object such as `{ rollingHours: 24 }` with 1 to 8,760 hours, not "mnth".',
    ],
    [
      "duplicates of more than a year",
      ruleWith({ then: { duplicate: { hours: 8_761 } } }),
      "Rule `one`: `then.duplicate.hours` must be a whole number from 1 to 8,760, not 8761.",
    ],
    [
      "automatic approval by vendor",
      ruleWith({ when: { vendors: { in: ["aws"] } }, then: { autoApprove: true } }),
      "Rule `one`: `when.vendors` is reported by the agent, so that typing another name would earn automatic approval. Remove the condition, or add `selfReported: true` to the rule to accept this.",
    ],
    [
      "automatic approval by category",
      ruleWith({ when: { categories: ["saas"] }, then: { autoApprove: true } }),
      "Rule `one`: `when.categories` is reported by the agent, so that typing another name would earn automatic approval. Remove the condition, or add `selfReported: true` to the rule to accept this.",
    ],
    [
      "automatic approval of first payments",
      ruleWith({
        selfReported: true,
        when: { vendors: { firstPayment: true } },
        then: { autoApprove: true },
      }),
      "Rule `one`: `when.vendors.firstPayment` cannot be combined with `autoApprove`, because every new payee would be paid without a person.",
    ],
    [
      "`selfReported` without effect",
      ruleWith({ selfReported: true, when: { vendors: { in: ["aws"] } } }),
      "Rule `one`: `selfReported` has an effect only on `autoApprove` with a condition on `vendors` or `categories`. Remove it.",
    ],
    [
      "more rules than 200",
      setOf(...many(201, (index) => ({ id: `rule-${index}`, then: deny }))),
      "`rules` must have at most 200 rules.",
    ],
    [
      "more limits than the head holds",
      setOf(
        ...many(65, (index) => ({ id: `l-${index}`, then: { limit: { count: 1, per: "day" } } })),
      ),
      "The rule set has 65 limits with `per` and without `by` or `newPayees`; the maximum is 64. Combine limits, or count some with `by`.",
    ],
    [
      "more values than 2,000 in one list",
      ruleWith({ when: { vendors: { in: textsOf(2_001) } } }),
      "Rule `one`: `when.vendors.in` must list at most 2,000 vendor names and payee identities.",
    ],
    [
      "more values than 2,000 in one rule",
      ruleWith({ when: { vendors: { in: textsOf(1_001) }, agents: textsOf(1_000) } }),
      "Rule `one`: lists 2,001 values; the maximum is 2,000. Split the rule.",
    ],
    [
      "more than 64 KiB",
      setOf(
        ...many(4, (index) => ({
          id: `rule-${index}`,
          when: { vendors: { in: textsOf(400, 60) } },
          then: deny,
        })),
      ),
      "The rule set has 101,083 bytes of JSON; the maximum is 65,536. Shorten lists and messages, or remove rules.",
    ],
    [
      "requirements that do not fit a proposal",
      setOf(
        ...many(9, (index) => ({
          id: `rule-${index}`,
          then: { requireApprovals: { count: 2, from: [`group-${index}`.padEnd(50, "x")] } },
        })),
      ),
      "The rule set has 667 bytes of distinct `requireApprovals`; the maximum is 600. Use fewer different ones, or fewer and shorter group names.",
    ],
  ])("rejects %s", (_name, input, message) => {
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
