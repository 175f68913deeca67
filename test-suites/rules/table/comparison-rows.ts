import type { RuleRow } from "./rule-row.ts";

const at = "2026-11-02T12:00:00Z";

/** Rules that compare a spend with earlier ones or with the balance. */
export const comparisonRows: readonly RuleRow[] = [
  {
    type: "duplicate",
    title: "asks for approval of the same payee and amount within the hours",
    rules: [
      { id: "rule", then: { duplicate: { hours: 24 } } },
      {
        id: "person",
        when: { vendors: { in: ["zoom"] } },
        then: { requireApprovals: { count: 1 } },
      },
    ],
    cases: [
      { name: "first", spend: { at, usd: 1 }, outcome: "automatic" },
      {
        name: "at the limit",
        before: [{ at, usd: 1 }],
        spend: { at: "2026-11-03T12:00:00Z", usd: 1 },
        outcome: "after 1 approvals",
      },
      {
        name: "just beyond",
        before: [{ at, usd: 1 }],
        spend: { at: "2026-11-03T12:00:00.001Z", usd: 1 },
        outcome: "automatic",
      },
      {
        name: "just beyond the proposal, within the hours of its approval",
        before: [
          { at, usd: 1 },
          { at: "2026-11-03T11:00:00Z", usd: 1, decidedAt: "2026-11-03T20:00:00Z" },
        ],
        spend: { at: "2026-11-04T11:00:00.001Z", usd: 1 },
        outcome: "automatic",
      },
      {
        name: "proposed before a clock was set back",
        before: [
          { at: "2026-11-03T12:00:00Z", usd: 1 },
          { at: "2026-11-03T00:00:00Z", usd: 1 },
        ],
        spend: { at: "2026-11-04T12:00:00Z", usd: 1 },
        outcome: "after 1 approvals",
      },
      {
        name: "proposed, not decided",
        before: [{ at, usd: 1, vendor: "Zoom", then: "proposed" }],
        spend: { usd: 1, vendor: " ZOOM" },
        outcome: "after 1 approvals",
      },
      {
        name: "the same name in another case",
        before: [{ at, usd: 1, vendor: "Straße" }],
        spend: { usd: 1, vendor: "STRASSE" },
        outcome: "after 1 approvals",
      },
      {
        name: "the same name in lower case",
        before: [{ at, usd: 1, vendor: "STRASSE" }],
        spend: { usd: 1, vendor: "straße" },
        outcome: "after 1 approvals",
      },
      {
        name: "another amount",
        before: [{ at, usd: 1 }],
        spend: { usd: 1.000001 },
        outcome: "automatic",
      },
      {
        name: "another payee",
        before: [{ at, usd: 1 }],
        spend: { usd: 1, vendor: "Figma" },
        outcome: "automatic",
      },
    ],
  },
  {
    type: "reserve",
    title: "leaves the amount available, without held amounts",
    rules: [{ id: "rule", then: { keepAvailableUsd: 9_950 } }],
    cases: [
      {
        name: "just below",
        before: [
          { at, usd: 20 },
          { usd: 20, isHeld: true },
        ],
        spend: { usd: 9.999999 },
        outcome: "automatic",
      },
      {
        name: "at the limit",
        before: [
          { at, usd: 20 },
          { usd: 20, isHeld: true },
        ],
        spend: { usd: 10 },
        outcome: "automatic",
      },
      {
        name: "just beyond",
        before: [
          { at, usd: 20 },
          { usd: 20, isHeld: true },
        ],
        spend: { usd: 10.000001 },
        outcome: "fails by rule",
      },
    ],
  },
];
