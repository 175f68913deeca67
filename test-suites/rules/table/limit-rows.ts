import type { GivenSpend, RuleRow } from "./rule-row.ts";

const at = "2026-11-02T12:00:00Z";

/** Three spends around a limit of $10.00, after $7.00 that count. */
function around(
  name: string,
  before: readonly GivenSpend[],
  spend: Omit<GivenSpend, "usd">,
  rule = "limit",
): RuleRow["cases"] {
  return [
    {
      name: `${name}, just below`,
      before,
      spend: { at, ...spend, usd: 2.999999 },
      outcome: "automatic",
    },
    {
      name: `${name}, at the limit`,
      before,
      spend: { at, ...spend, usd: 3 },
      outcome: "automatic",
    },
    {
      name: `${name}, just beyond`,
      before,
      spend: { at, ...spend, usd: 3.000001 },
      outcome: `fails by ${rule}`,
    },
  ];
}

export const limitRows: readonly RuleRow[] = [
  {
    type: "per spend",
    title: "compares each spend with the limit",
    rules: [{ id: "limit", then: { limit: { amountUsd: 10 } } }],
    cases: [
      {
        name: "just below",
        before: [{ at, usd: 10 }],
        spend: { at, usd: 9.999999 },
        outcome: "automatic",
      },
      {
        name: "at the limit",
        before: [{ at, usd: 10 }],
        spend: { at, usd: 10 },
        outcome: "automatic",
      },
      { name: "just beyond", spend: { at, usd: 10.000001 }, outcome: "fails by limit" },
    ],
  },
  {
    type: "denied at proposal",
    title: "denies a spend beyond the limit when it is proposed",
    rules: [{ id: "limit", then: { limit: { amountUsd: 10, per: "day", atProposal: "deny" } } }],
    cases: [
      {
        name: "at the limit",
        before: [{ at, usd: 7 }],
        spend: { at, usd: 3 },
        outcome: "automatic",
      },
      {
        name: "just beyond",
        before: [{ at, usd: 7 }],
        spend: { at, usd: 3.000001 },
        outcome: "denied by limit",
      },
    ],
  },
  {
    type: "automatic only",
    title: "counts what policy approved, and lets a person approve more",
    rules: [
      { id: "limit", then: { limit: { amountUsd: 10, per: "day", counts: "automatic" } } },
      {
        id: "person",
        when: { vendors: { in: ["figma"] } },
        then: { requireApprovals: { count: 1 } },
      },
    ],
    cases: [
      {
        name: "just below",
        before: [
          { at, usd: 7 },
          { usd: 50, vendor: "Figma" },
        ],
        spend: { at, usd: 2.999999 },
        outcome: "automatic",
      },
      {
        name: "at the limit",
        before: [
          { at, usd: 7 },
          { usd: 50, vendor: "Figma" },
        ],
        spend: { at, usd: 3 },
        outcome: "automatic",
      },
      {
        name: "just beyond",
        before: [
          { at, usd: 4 },
          { usd: 3, isHeld: true },
        ],
        spend: { at, usd: 3.000001 },
        outcome: "after 1 approvals",
      },
    ],
  },
  {
    type: "per agent",
    title: "counts each agent separately",
    rules: [{ id: "limit", then: { limit: { amountUsd: 10, per: "day", by: "agent" } } }],
    cases: around(
      "same agent",
      [
        { at, usd: 7, agentId: "buyer" },
        { usd: 9, agentId: "agent" },
      ],
      { agentId: "buyer" },
    ),
  },
  {
    type: "per vendor",
    title: "counts each vendor separately, without regard to case and white space",
    rules: [{ id: "limit", then: { limit: { amountUsd: 10, per: "day", by: "vendor" } } }],
    cases: around(
      "same vendor",
      [
        { at, usd: 7, vendor: " google  CLOUD" },
        { usd: 9, vendor: "AWS" },
      ],
      { vendor: "Google Cloud" },
    ),
  },
  {
    type: "per category",
    title: "counts each category separately, and spends without one together",
    rules: [{ id: "limit", then: { limit: { amountUsd: 10, per: "day", by: "category" } } }],
    cases: [
      ...around("same category", [{ at, usd: 7, category: "Travel" }, { usd: 9 }], {
        category: "travel",
      }),
      ...around(
        "no category",
        [
          { at, usd: 7 },
          { usd: 9, category: "travel" },
        ],
        {},
      ),
    ],
  },
  {
    type: "reset",
    title: "ends the usage of a limit and keeps the rule",
    rules: [
      { id: "limit", then: { limit: { amountUsd: 10, per: "year", by: "agent" } } },
      { id: "each", then: { limit: { amountUsd: 9 } } },
    ],
    cases: [
      {
        name: "before a reset",
        before: [{ at, usd: 9 }],
        spend: { at, usd: 9 },
        outcome: "fails by limit",
      },
      {
        name: "after a reset, at the limit",
        before: [{ at, usd: 9 }, { reset: true }],
        spend: { at, usd: 9 },
        outcome: "automatic",
      },
      {
        name: "after a reset, just beyond",
        before: [{ at, usd: 9 }, { reset: true }],
        spend: { at, usd: 9.000001 },
        outcome: "fails by each",
      },
    ],
  },
];
