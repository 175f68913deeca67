import type { WrittenRule } from "@agent-treasury/rules";
import type { RuleRow } from "./rule-row.ts";

const at = "2026-11-02T12:00:00Z";
const limit = (amountUsd: number): WrittenRule => ({
  id: "limit",
  then: { limit: { amountUsd, per: "day" } },
});
const groups = (amountUsd: number): WrittenRule => ({
  id: "groups",
  then: { limit: { amountUsd, per: "day", by: "agent" } },
});
const finance: WrittenRule = {
  id: "finance",
  then: { requireApprovals: { count: 2, from: ["finance"] } },
};
const legal: WrittenRule = {
  id: "legal",
  then: { requireApprovals: { count: 1, from: ["legal"] } },
};

export const publicationRows: readonly RuleRow[] = [
  {
    type: "publication of a limit",
    title: "continues the window, also if the rule was removed meanwhile",
    rules: [limit(10), groups(20)],
    cases: [
      {
        name: "another maximum, at the limit",
        before: [{ at, usd: 7 }, { publish: [limit(9)] }],
        spend: { usd: 2 },
        outcome: "automatic",
      },
      {
        name: "another maximum, just beyond",
        before: [{ at, usd: 7 }, { publish: [limit(9)] }],
        spend: { usd: 2.000001 },
        outcome: "fails by limit",
      },
      {
        name: "removed",
        before: [{ at, usd: 7 }, { publish: [] }],
        spend: { usd: 50 },
        outcome: "automatic",
      },
      {
        name: "published again",
        before: [{ at, usd: 7 }, { publish: [] }, { publish: [limit(10)] }],
        spend: { usd: 3.000001 },
        outcome: "fails by limit",
      },
      {
        name: "published again, with groups",
        before: [{ at, usd: 7 }, { publish: [] }, { publish: [groups(10)] }],
        spend: { usd: 3.000001 },
        outcome: "fails by groups",
      },
      {
        name: "published while the spend waits",
        spend: { at, usd: 100 },
        publishedMeanwhile: [limit(99)],
        outcome: "fails by limit",
      },
    ],
  },
  {
    type: "publication of a requirement",
    title: "adds to what a pending spend requires, and removes nothing",
    rules: [finance],
    cases: [
      {
        name: "another requirement",
        spend: { at, usd: 1 },
        publishedMeanwhile: [legal],
        approvers: ["cyd", "ada", "ben"],
        outcome: "after 3 approvals",
      },
      {
        name: "only the other requirement is met",
        spend: { at, usd: 1 },
        publishedMeanwhile: [legal],
        approvers: ["cyd", "ada"],
        outcome: "never complete",
      },
      {
        name: "only the earlier requirement is met",
        spend: { at, usd: 1 },
        publishedMeanwhile: [
          { ...legal, then: { requireApprovals: { count: 2, from: ["legal"] } } },
        ],
        approvers: ["ada", "ben"],
        outcome: "never complete",
      },
      {
        name: "removed",
        spend: { at, usd: 1 },
        publishedMeanwhile: [],
        outcome: "after 2 approvals",
      },
    ],
  },
];
