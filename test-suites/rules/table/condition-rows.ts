import type { Outcome, RuleCase, RuleRow } from "./rule-row.ts";

const at = "2026-11-02T12:00:00Z";
const denied = "denied by rule" satisfies Outcome;

function vendorCase(vendor: string, outcome: Outcome): RuleCase {
  return { name: vendor, spend: { at, usd: 1, vendor }, outcome };
}

function timeCase(time: string, outcome: Outcome): RuleCase {
  return { name: time, spend: { at: time, usd: 1 }, outcome };
}

export const conditionRows: readonly RuleRow[] = [
  {
    type: "deny",
    title: "denies every spend that matches",
    rules: [{ id: "rule", when: { categories: ["gift cards"] }, then: { deny: true } }],
    cases: [
      { name: "matching", spend: { at, usd: 1, category: " Gift  Cards" }, outcome: denied },
      { name: "another category", spend: { at, usd: 1, category: "travel" }, outcome: "automatic" },
      { name: "no category", spend: { at, usd: 1 }, outcome: "automatic" },
    ],
  },
  {
    type: "agents",
    title: "applies to the agents of the rule",
    rules: [{ id: "rule", when: { agents: ["buyer"] }, then: { deny: true } }],
    cases: [
      { name: "the agent", spend: { at, usd: 1, agentId: "buyer" }, outcome: denied },
      { name: "another agent", spend: { at, usd: 1 }, outcome: "automatic" },
    ],
  },
  {
    type: "other agents",
    title: "applies to all agents but those of the list",
    rules: [
      { id: "rule", when: { agents: { notIn: ["buyer"] } }, then: { deny: true } },
      { id: "buyer", when: { agents: { in: ["buyer"] } }, then: { limit: { amountUsd: 5 } } },
    ],
    cases: [
      { name: "a listed agent", spend: { at, usd: 1, agentId: "buyer" }, outcome: "automatic" },
      { name: "another agent", spend: { at, usd: 1 }, outcome: denied },
    ],
  },
  {
    type: "category not in",
    title: "applies to other categories, and to spends without one",
    rules: [
      { id: "rule", when: { categories: { notIn: ["travel"] } }, then: { deny: true } },
      { id: "travel", when: { categories: { in: ["travel"] } }, then: { limit: { amountUsd: 5 } } },
    ],
    cases: [
      { name: "listed", spend: { at, usd: 1, category: "Travel" }, outcome: "automatic" },
      { name: "another category", spend: { at, usd: 1, category: "software" }, outcome: denied },
      { name: "no category", spend: { at, usd: 1 }, outcome: denied },
    ],
  },
  {
    type: "no category",
    title: "applies to spends without a category",
    rules: [{ id: "rule", when: { categories: { none: true } }, then: { deny: true } }],
    cases: [
      { name: "a category", spend: { at, usd: 1, category: "travel" }, outcome: "automatic" },
      { name: "no category", spend: { at, usd: 1 }, outcome: denied },
    ],
  },
  {
    type: "part of the balance",
    title: "applies to amounts that are a part of the balance of 10,000 USD",
    rules: [{ id: "rule", when: { balancePercent: { from: 1, below: 2 } }, then: { deny: true } }],
    cases: [
      { name: "below", spend: { at, usd: 99.99 }, outcome: "automatic" },
      { name: "at the first bound", spend: { at, usd: 100 }, outcome: denied },
      { name: "at the second bound", spend: { at, usd: 200 }, outcome: "after 1 approvals" },
    ],
  },
  {
    type: "validity",
    title: "applies from and until a time",
    rules: [
      {
        id: "rule",
        validFrom: "2026-11-02T12:00:00Z",
        validUntil: "2026-11-02T13:00:00+00:00",
        then: { deny: true },
      },
    ],
    cases: [
      timeCase("2026-11-02T11:59:59Z", "automatic"),
      timeCase("2026-11-02T12:00:00Z", denied),
      timeCase("2026-11-02T12:59:59Z", denied),
      timeCase("2026-11-02T13:00:00Z", "automatic"),
    ],
  },
  {
    type: "time zone",
    title: "applies to hours of the rule's own time zone",
    rules: [
      {
        id: "rule",
        when: { hours: "09:00-10:00", timeZone: "America/New_York" },
        then: { deny: true },
      },
    ],
    cases: [
      timeCase("2026-11-02T13:59:00Z", "automatic"),
      timeCase("2026-11-02T14:00:00Z", denied),
      timeCase("2026-11-02T15:00:00Z", "automatic"),
    ],
  },
  {
    type: "vendor in",
    title: "applies to listed vendors, however they are written",
    rules: [
      { id: "rule", when: { vendors: { in: ["aws", "google cloud"] } }, then: { deny: true } },
    ],
    cases: [
      vendorCase("AWS", denied),
      vendorCase(" Google\u00a0 CLOUD", denied),
      vendorCase("Ａｗｓ\u200b", denied),
      vendorCase("AWS EMEA", "automatic"),
    ],
  },
  {
    type: "vendor not in",
    title: "applies to vendors that are not listed, and to claimed payee identities",
    rules: [
      {
        id: "rule",
        when: { vendors: { notIn: ["aws", "https://aws.com"] } },
        then: { deny: true },
      },
    ],
    cases: [
      vendorCase("aws", "automatic"),
      vendorCase("Figma", denied),
      vendorCase("https://aws.com", denied),
    ],
  },
  {
    type: "first payment",
    title: "applies until a payment that a person approved, and again after 180 days",
    rules: [
      {
        id: "rule",
        when: { vendors: { firstPayment: true } },
        then: { requireApprovals: { count: 1 } },
      },
      { id: "no-zoom", when: { vendors: { in: ["zoom"] } }, then: { limit: { amountUsd: 5 } } },
    ],
    cases: [
      { name: "first", spend: { at, usd: 1 }, outcome: "after 1 approvals" },
      {
        name: "another payee",
        before: [{ at, usd: 1 }],
        spend: { usd: 1, vendor: "Figma" },
        outcome: "after 1 approvals",
      },
      { name: "second", before: [{ at, usd: 1 }], spend: { usd: 1 }, outcome: "automatic" },
      {
        name: "second, in another case",
        before: [{ at, usd: 1, vendor: "Straße" }],
        spend: { usd: 1, vendor: "STRASSE" },
        outcome: "automatic",
      },
      {
        name: "held, not paid yet",
        before: [{ at, usd: 1, isHeld: true }],
        spend: { usd: 2 },
        outcome: "after 1 approvals",
      },
      {
        name: "captured",
        before: [{ at, usd: 1, isHeld: true, then: { capturedUsd: 1 } }],
        spend: { usd: 2 },
        outcome: "automatic",
      },
      {
        name: "denied before",
        before: [{ at, usd: 1, then: "denied" }],
        spend: { usd: 2 },
        outcome: "after 1 approvals",
      },
      {
        name: "just below 180 days",
        before: [{ at, usd: 1 }],
        spend: { at: "2027-05-01T11:59:59.999Z", usd: 1 },
        outcome: "automatic",
      },
      {
        name: "after 180 days",
        before: [{ at, usd: 1 }],
        spend: { at: "2027-05-01T12:00:00Z", usd: 1 },
        outcome: "after 1 approvals",
      },
      {
        name: "before a reset",
        before: [{ at, usd: 1 }, { reset: true }],
        spend: { usd: 1 },
        outcome: "after 1 approvals",
      },
    ],
  },
  {
    type: "days and hours",
    title: "compares local time, also on the day of the clock change and across midnight",
    rules: [
      { id: "rule", when: { days: ["sun"], hours: "09:00-17:00" }, then: { deny: true } },
      { id: "night", when: { days: ["mon"], hours: "22:00-06:00" }, then: { deny: true } },
    ],
    cases: [
      timeCase("2026-10-25T07:59:59.999Z", "automatic"),
      timeCase("2026-10-25T08:00:00Z", denied),
      timeCase("2026-10-25T15:59:59.999Z", denied),
      timeCase("2026-10-25T16:00:00Z", "automatic"),
      timeCase("2026-10-24T07:00:00Z", "automatic"),
      timeCase("2026-10-25T22:59:59.999Z", "automatic"),
      timeCase("2026-10-25T23:00:00Z", "denied by night"),
      timeCase("2026-10-26T04:59:59.999Z", "denied by night"),
      timeCase("2026-10-26T05:00:00Z", "automatic"),
      timeCase("2026-10-26T21:00:00Z", "denied by night"),
    ],
  },
  {
    type: "rail",
    title: "applies to spends that the executor pays",
    rules: [
      {
        id: "rule",
        when: { rails: ["stripe-issuing"], amountUsd: { from: 5 } },
        then: { deny: true },
      },
      { id: "ledger", when: { rails: ["ledger"], amountUsd: { from: 20 } }, then: { deny: true } },
    ],
    cases: [
      { name: "by card", spend: { at, usd: 5, isHeld: true }, outcome: denied },
      { name: "by ledger", spend: { at, usd: 5 }, outcome: "automatic" },
      { name: "large by ledger", spend: { at, usd: 20 }, outcome: "denied by ledger" },
    ],
  },
];
