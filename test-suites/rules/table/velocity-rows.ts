import type { RuleRow } from "./rule-row.ts";

const at = "2026-11-02T12:00:00Z";

export const velocityRows: readonly RuleRow[] = [
  {
    type: "count velocity",
    title: "counts spends within an hour",
    rules: [{ id: "limit", then: { limit: { count: 3, per: { rollingHours: 1 } } } }],
    cases: [
      { name: "just below", before: [{ at, usd: 1 }], spend: { at, usd: 1 }, outcome: "automatic" },
      {
        name: "at the limit",
        before: [
          { at, usd: 1 },
          { usd: 2, isHeld: true },
        ],
        spend: { at, usd: 1 },
        outcome: "automatic",
      },
      {
        name: "just beyond",
        before: [
          { at, usd: 1 },
          { usd: 2, isHeld: true },
          { usd: 3, isHeld: true, then: { capturedUsd: 1 } },
        ],
        spend: { at, usd: 1 },
        outcome: "fails by limit",
      },
      {
        name: "after an hour and a bucket",
        before: [{ at, usd: 1 }, { usd: 1 }, { usd: 1 }],
        spend: { at: "2026-11-02T13:02:30Z", usd: 1 },
        outcome: "automatic",
      },
    ],
  },
  {
    type: "cooldown",
    title: "allows one spend in half an hour",
    rules: [{ id: "limit", then: { limit: { count: 1, per: { rollingMinutes: 30 } } } }],
    cases: [
      { name: "the first", spend: { at, usd: 1 }, outcome: "automatic" },
      {
        name: "within half an hour",
        before: [{ at, usd: 1 }],
        spend: { at: "2026-11-02T12:30:00Z", usd: 1 },
        outcome: "fails by limit",
      },
      {
        name: "after half an hour and a bucket",
        before: [{ at, usd: 1 }],
        spend: { at: "2026-11-02T12:31:15Z", usd: 1 },
        outcome: "automatic",
      },
    ],
  },
  {
    type: "distinct new payees",
    title: "counts payees without an earlier payment once in a week",
    rules: [
      { id: "limit", then: { limit: { newPayees: 2, per: "week" } } },
      { id: "person", when: { amountUsd: { from: 50 } }, then: { requireApprovals: { count: 1 } } },
    ],
    cases: [
      {
        name: "just below",
        before: [{ at, usd: 1 }],
        spend: { at, usd: 1, vendor: "Figma" },
        outcome: "automatic",
      },
      {
        name: "at the limit, a payee of this week",
        before: [
          { at, usd: 1 },
          { usd: 1, vendor: "Figma", isHeld: true },
        ],
        spend: { at, usd: 1 },
        outcome: "automatic",
      },
      {
        name: "at the limit, a payee of this week in another case",
        before: [
          { at, usd: 1, vendor: "Straße" },
          { usd: 1, vendor: "Figma", isHeld: true },
        ],
        spend: { at, usd: 1, vendor: "STRASSE" },
        outcome: "automatic",
      },
      {
        name: "just beyond",
        before: [
          { at, usd: 1 },
          { usd: 1, vendor: "Figma", isHeld: true },
        ],
        spend: { at, usd: 1, vendor: "Zoom" },
        outcome: "fails by limit",
      },
      {
        name: "a payee that a person paid before",
        before: [
          { at: "2026-10-20T12:00:00Z", usd: 50, vendor: "Zoom" },
          { at, usd: 1 },
          { usd: 1, vendor: "Figma" },
        ],
        spend: { at, usd: 1, vendor: "Zoom" },
        outcome: "automatic",
      },
      {
        name: "the next week",
        before: [
          { at, usd: 1 },
          { usd: 1, vendor: "Figma" },
        ],
        spend: { at: "2026-11-08T23:00:00Z", usd: 1, vendor: "Zoom" },
        outcome: "automatic",
      },
    ],
  },
];
