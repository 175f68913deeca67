import { deny, ruleWith, setOf } from "./written-rules.fixture.ts";

/** A rule set that is rejected, and the whole message. */
export type RejectedRules = readonly [name: string, input: unknown, message: string];

export const rejectedRules: readonly RejectedRules[] = [
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
    "the beginning of a field",
    ruleWith({ then: { limit: { amount: 5 } } }),
    "Rule `one`: `then.limit.amount` is not a known field. The nearest one is `amountUsd`.",
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
    "Rule `one`: `then.deny` must be `true`, not false. To allow the spend, remove the field.",
  ],
  [
    "an automatic approval in words",
    ruleWith({ then: { autoApprove: "yes" } }),
    'Rule `one`: `then.autoApprove` must be `true`, not "yes". To require approval, remove the field.',
  ],
  [
    "a report by the agent set to false",
    ruleWith({ selfReported: false }),
    "Rule `one`: `selfReported` must be `true`, not false. Otherwise remove the field.",
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
    "Rule `one`: `message` must not contain control characters or invalid Unicode.",
  ],
  [
    "half of a surrogate pair",
    ruleWith({ when: { agents: ["\ud800"] } }),
    "Rule `one`: `when.agents.0` must not contain control characters or invalid Unicode.",
  ],
  [
    "an id that looks like another",
    ruleWith({ when: { agents: ["agent\u200b"] } }),
    "Rule `one`: `when.agents.0` must not contain invisible characters.",
  ],
  [
    "an id with a space",
    ruleWith({ then: { requireApprovals: { count: 1, from: ["finance "] } } }),
    "Rule `one`: `then.requireApprovals.from.0` must not be blank and must not begin or end with a space.",
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
    "an amount in another notation",
    ruleWith({ then: { keepAvailableUsd: "1e3" } }),
    'Rule `one`: `then.keepAvailableUsd` must be an amount from 0 to 1,000,000,000 USD with at most 6 decimals, as a number or as a text such as "12.50", not "1e3".',
  ],
  [
    "an empty amount",
    ruleWith({ then: { keepAvailableUsd: "" } }),
    'Rule `one`: `then.keepAvailableUsd` must be an amount from 0 to 1,000,000,000 USD with at most 6 decimals, as a number or as a text such as "12.50", not "".',
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
];
