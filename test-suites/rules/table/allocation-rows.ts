import type { Allocation, Window } from "@agent-treasury/rules";
import { usd } from "../usd.ts";
import type { RuleRow } from "./rule-row.ts";

const at = "2026-11-02T12:00:00Z";
const month: Window = { kind: "calendar", period: "month" };
const day: Window = { kind: "calendar", period: "day" };

function allocation(
  id: string,
  parent: string | null,
  limit: Allocation["limit"],
  changes: Partial<Allocation> = {},
): Allocation {
  return { id, name: id, parent, limit, endsAt: null, isArchived: false, ...changes };
}

const tree: readonly Allocation[] = [
  allocation("company", null, { amount: usd(10), window: month }),
  allocation("marketing", "company", { amount: usd(8), window: null }),
  allocation("ads", "marketing", { amount: usd(5), window: day }),
  allocation("events", "marketing", null, { endsAt: Date.parse("2026-11-03T00:00:00Z") }),
  allocation("old", null, null, { isArchived: true }),
];

export const allocationRows: readonly RuleRow[] = [
  {
    type: "allocation and its ancestors",
    title: "counts against the allocation and all above it, with holds",
    rules: [],
    allocations: tree,
    cases: [
      {
        name: "below all",
        before: [{ at, usd: 3, allocationId: "ads", isHeld: true }],
        spend: { usd: 1.999999, allocationId: "ads" },
        outcome: "automatic",
      },
      {
        name: "at its own limit",
        before: [{ at, usd: 3, allocationId: "ads", isHeld: true }],
        spend: { usd: 2, allocationId: "ads" },
        outcome: "automatic",
      },
      {
        name: "beyond its own limit",
        before: [{ at, usd: 3, allocationId: "ads", isHeld: true }],
        spend: { usd: 2.000001, allocationId: "ads" },
        outcome: "fails by allocation ads",
      },
      {
        name: "at the parent's limit",
        before: [{ at, usd: 4, allocationId: "marketing" }],
        spend: { usd: 4, allocationId: "ads" },
        outcome: "automatic",
      },
      {
        name: "beyond the parent's limit",
        before: [{ at, usd: 4, allocationId: "marketing" }],
        spend: { usd: 4.000001, allocationId: "ads" },
        outcome: "fails by allocation marketing",
      },
      {
        name: "at the limit of the parent's parent",
        before: [
          { at, usd: 7, allocationId: "company" },
          { usd: 2, allocationId: "ads", isHeld: true, then: { capturedUsd: 1 } },
        ],
        spend: { usd: 2, allocationId: "ads" },
        outcome: "automatic",
      },
      {
        name: "beyond the limit of the parent's parent",
        before: [
          { at, usd: 7, allocationId: "company" },
          { usd: 2, allocationId: "ads", isHeld: true, then: { capturedUsd: 1 } },
        ],
        spend: { usd: 2.000001, allocationId: "ads" },
        outcome: "fails by allocation company",
      },
      {
        name: "a total has no window",
        before: [{ at, usd: 6, allocationId: "marketing" }],
        spend: { at: "2027-11-02T12:00:00Z", usd: 2.000001, allocationId: "ads" },
        outcome: "fails by allocation marketing",
      },
      {
        name: "just before the end",
        spend: { at: "2026-11-02T23:59:59.999Z", usd: 1, allocationId: "events" },
        outcome: "automatic",
      },
      {
        name: "at the end",
        spend: { at: "2026-11-03T00:00:00Z", usd: 1, allocationId: "events" },
        outcome: "denied by allocation events",
      },
      {
        name: "archived",
        spend: { at, usd: 1, allocationId: "old" },
        outcome: "denied by allocation old",
      },
    ],
  },
  {
    type: "allocations as a condition",
    title: "includes the allocations below",
    rules: [{ id: "rule", when: { allocations: ["marketing"] }, then: { deny: true } }],
    allocations: tree,
    cases: [
      {
        name: "itself",
        spend: { at, usd: 1, allocationId: "marketing" },
        outcome: "denied by rule",
      },
      { name: "below", spend: { at, usd: 1, allocationId: "ads" }, outcome: "denied by rule" },
      { name: "above", spend: { at, usd: 1, allocationId: "company" }, outcome: "automatic" },
      { name: "without", spend: { at, usd: 1 }, outcome: "automatic" },
    ],
  },
  {
    type: "per allocation",
    title: "counts each allocation separately, and no spend without one",
    rules: [{ id: "limit", then: { limit: { amountUsd: 4, per: "day", by: "allocation" } } }],
    allocations: tree,
    cases: [
      {
        name: "just below",
        before: [
          { at, usd: 3, allocationId: "marketing" },
          { usd: 3, allocationId: "ads" },
        ],
        spend: { usd: 0.999999, allocationId: "ads" },
        outcome: "automatic",
      },
      {
        name: "at the limit",
        before: [
          { at, usd: 3, allocationId: "marketing" },
          { usd: 3, allocationId: "ads" },
        ],
        spend: { usd: 1, allocationId: "ads" },
        outcome: "automatic",
      },
      {
        name: "just beyond",
        before: [{ at, usd: 3, allocationId: "ads" }],
        spend: { usd: 1.000001, allocationId: "ads" },
        outcome: "fails by limit",
      },
      { name: "without", before: [{ at, usd: 50 }], spend: { usd: 50 }, outcome: "automatic" },
    ],
  },
];
