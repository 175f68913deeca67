import type { RejectedRules } from "./rejected-rules.fixture.ts";
import { deny, many, ruleWith, setOf, textsOf } from "./written-rules.fixture.ts";

export const rejectedActions: readonly RejectedRules[] = [
  [
    "more approvals than 10",
    ruleWith({ then: { requireApprovals: { count: 11 } } }),
    "Rule `one`: `then.requireApprovals.count` must be a whole number from 1 to 10, not 11.",
  ],
  [
    "a passkey that is not true or false",
    ruleWith({ then: { requireApprovals: { count: 1, passkey: "yes" } } }),
    'Rule `one`: `then.requireApprovals.passkey` must be `true` or `false`, not "yes".',
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
    'Rule `one`: `then.limit.per` must be hour, day, week, month, quarter, year, or an object such as `{ rollingHours: 24 }` with 1 to 8,760 hours, or `{ rollingMinutes: 15 }` with 1 to 59 minutes, not "mnth".',
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
    "The rule set has 667 bytes of distinct `requireApprovals`; the maximum is 350. Use fewer different ones, or fewer and shorter group names.",
  ],
];
