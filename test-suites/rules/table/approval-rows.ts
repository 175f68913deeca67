import type { RuleRow } from "./rule-row.ts";

const at = "2026-11-02T12:00:00Z";

export const approvalRows: readonly RuleRow[] = [
  {
    type: "automatic approval",
    title: "approves without a person, unless another rule requires one",
    rules: [
      { id: "cards", when: { rails: ["stripe-issuing"] }, then: { autoApprove: true } },
      { id: "large", when: { amountUsd: { from: 500 } }, then: { requireApprovals: { count: 1 } } },
    ],
    cases: [
      { name: "baseline", spend: { at, usd: 100 }, outcome: "after 1 approvals" },
      {
        name: "approved by the rule",
        spend: { at, usd: 499.999999, isHeld: true },
        outcome: "automatic",
      },
      { name: "required", spend: { at, usd: 500, isHeld: true }, outcome: "after 1 approvals" },
    ],
  },
  {
    type: "tiers by amount",
    title: "require approvals from the lower amount, below the upper one",
    rules: [
      {
        id: "middle",
        when: { amountUsd: { from: 50, below: 80 } },
        then: { requireApprovals: { count: 1 } },
      },
      { id: "large", when: { amountUsd: { from: 80 } }, then: { requireApprovals: { count: 2 } } },
      { id: "tiny", when: { amountUsd: { below: 0.01 } }, then: { deny: true } },
    ],
    cases: [
      { name: "just below the first tier", spend: { at, usd: 49.999999 }, outcome: "automatic" },
      { name: "at the first tier", spend: { at, usd: 50 }, outcome: "after 1 approvals" },
      {
        name: "just below the second tier",
        spend: { at, usd: 79.999999 },
        outcome: "after 1 approvals",
      },
      { name: "at the second tier", spend: { at, usd: 80 }, outcome: "after 2 approvals" },
      { name: "just below a cent", spend: { at, usd: 0.009999 }, outcome: "denied by tiny" },
      { name: "a cent", spend: { at, usd: 0.01 }, outcome: "automatic" },
    ],
  },
  {
    type: "required approvals",
    title: "count each person once",
    rules: [
      { id: "one", then: { requireApprovals: { count: 1 } } },
      {
        id: "three",
        when: { vendors: { in: ["figma"] } },
        then: { requireApprovals: { count: 3 } },
      },
    ],
    cases: [
      { name: "one", spend: { at, usd: 1 }, outcome: "after 1 approvals" },
      { name: "three", spend: { at, usd: 1, vendor: "Figma" }, outcome: "after 3 approvals" },
      {
        name: "three, one too few",
        spend: { at, usd: 1, vendor: "Figma" },
        approvers: ["ada", "ben"],
        outcome: "never complete",
      },
      {
        name: "three, one person three times",
        spend: { at, usd: 1, vendor: "Figma" },
        approvers: ["ada", "ben", "ada", "ben"],
        outcome: "never complete",
      },
    ],
  },
  {
    type: "groups",
    title: "count persons of the groups, and combine all requirements",
    rules: [
      { id: "finance", then: { requireApprovals: { count: 2, from: ["finance"] } } },
      {
        id: "legal",
        when: { amountUsd: { from: 50 } },
        then: { requireApprovals: { count: 1, from: ["legal"] } },
      },
    ],
    cases: [
      { name: "two of finance", spend: { at, usd: 1 }, outcome: "after 2 approvals" },
      {
        name: "others do not count",
        spend: { at, usd: 1 },
        approvers: ["dan", "cyd", "ada"],
        outcome: "never complete",
      },
      { name: "one person in both groups", spend: { at, usd: 50 }, outcome: "after 2 approvals" },
      {
        name: "legal is missing",
        spend: { at, usd: 50 },
        approvers: ["ada", "dan"],
        outcome: "never complete",
      },
    ],
  },
  {
    type: "not the proposer",
    title: "does not count the person behind the agent",
    rules: [{ id: "other", then: { requireApprovals: { count: 2, notProposer: true } } }],
    cases: [
      { name: "an unknown person behind", spend: { at, usd: 1 }, outcome: "after 3 approvals" },
      {
        name: "the proposer first",
        spend: { at, usd: 1, behind: "ada" },
        outcome: "after 3 approvals",
      },
      {
        name: "one other and the proposer",
        spend: { at, usd: 1, behind: "ada" },
        approvers: ["ben", "ada"],
        outcome: "never complete",
      },
      {
        name: "the proposer and one other",
        spend: { at, usd: 1, behind: "ada" },
        approvers: ["ada", "ben"],
        outcome: "never complete",
      },
    ],
  },
];
