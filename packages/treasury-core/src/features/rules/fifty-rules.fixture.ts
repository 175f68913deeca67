import { readRuleSet, type RuleSet, type WrittenRule } from "@agent-treasury/rules";

/** A realistic set of a company's rules, under which small spends are approved automatically. */
export function fiftyRules(): RuleSet {
  return readRuleSet({ version: 1, rules: [...windowed, ...tiers, ...perSpend, ...others] });
}

type Limit = NonNullable<WrittenRule["then"]["limit"]>;

const limit = (id: string, fields: Limit, when?: WrittenRule["when"]): WrittenRule => ({
  id,
  ...(when && { when }),
  then: { limit: fields },
});

const much = 50_000_000;
const often = 1_000_000;

/** Twenty counters, of which half are by vendor, agent, category or allocation. */
const windowed: readonly WrittenRule[] = [
  limit("all-hourly", { amountUsd: much, per: "hour" }),
  limit("all-daily", { amountUsd: much, per: "day" }),
  limit("all-weekly", { amountUsd: much, per: "week" }),
  limit("all-monthly", { amountUsd: much, per: "month" }),
  limit("all-quarterly", { amountUsd: much, per: "quarter" }),
  limit("all-yearly", { amountUsd: much, per: "year" }),
  limit("all-rolling", { amountUsd: much, per: { rollingHours: 24 } }),
  limit("burst", { count: often, per: { rollingMinutes: 15 } }),
  limit("automatic-daily", { amountUsd: much, counts: "automatic", per: "day" }),
  limit("hosting-monthly", { amountUsd: much, per: "month" }, { categories: ["hosting"] }),
  limit("vendor-daily", { amountUsd: much, per: "day", by: "vendor" }),
  limit("vendor-monthly", { amountUsd: much, per: "month", by: "vendor" }),
  limit("vendor-rolling", { count: often, per: { rollingHours: 24 }, by: "vendor" }),
  limit("agent-hourly-spends", { count: often, per: "hour", by: "agent" }),
  limit("agent-daily", { amountUsd: much, per: "day", by: "agent" }),
  limit("agent-rolling", { amountUsd: much, per: { rollingHours: 168 }, by: "agent" }),
  limit("category-monthly", { amountUsd: much, per: "month", by: "category" }),
  limit("allocation-monthly", { amountUsd: much, per: "month", by: "allocation" }),
  limit("new-payees-weekly", { newPayees: 100, per: "week" }),
  limit("ledger-weekly", { amountUsd: much, per: "week" }, { rails: ["ledger"] }),
];

/** Ten requirements by amount, person and time. */
const tiers: readonly WrittenRule[] = [
  approvals("tier-1", { from: 250, below: 1_000 }, 1),
  approvals("tier-2", { from: 1_000, below: 5_000 }, 2),
  approvals("tier-3", { from: 5_000, below: 20_000 }, 2, ["finance"]),
  approvals("tier-4", { from: 20_000, below: 100_000 }, 3, ["finance", "board"]),
  approvals("tier-5", { from: 100_000 }, 4, ["board"]),
  {
    id: "nights",
    when: { hours: "22:00-06:00", timeZone: "America/New_York", amountUsd: { from: 100 } },
    then: needs(1),
  },
  { id: "weekends", when: { days: ["sat", "sun"], amountUsd: { from: 100 } }, then: needs(1) },
  { id: "legal", when: { categories: ["legal"] }, then: needs(1, ["legal"]) },
  { id: "researcher", when: { agents: ["researcher"] }, then: needs(1) },
  { id: "equipment", when: { categories: ["equipment"] }, then: needs(2) },
];

/** Ten limits for one spend. */
const perSpend: readonly WrittenRule[] = [
  limit("one-spend", { amountUsd: 250_000, atProposal: "deny" }),
  limit("first-payment", { amountUsd: 500 }, { vendors: { firstPayment: true } }),
  limit("cards", { amountUsd: 2_000 }, { rails: ["stripe-issuing"] }),
  ...["hosting", "software", "travel", "office"].map((category) =>
    limit(`one-${category}`, { amountUsd: 5_000 }, { categories: [category] }),
  ),
  limit("one-other", { amountUsd: 5_000 }, { categories: { notIn: ["hosting", "software"] } }),
  limit("one-uncategorised", { amountUsd: 5_000 }, { categories: { none: true } }),
  limit("one-of-others", { amountUsd: 5_000 }, { agents: { notIn: ["researcher"] } }),
];

const others: readonly WrittenRule[] = [
  ...["gambling", "gift cards", "crypto", "weapons"].map((category): WrittenRule => ({
    id: `no-${category.replace(" ", "-")}`,
    when: { categories: [category] },
    then: { deny: true },
  })),
  { id: "half", when: { balancePercent: { from: 50 } }, then: { deny: true } },
  {
    id: "no-donations",
    validFrom: "2026-01-01T00:00:00Z",
    when: { categories: ["donations"] },
    then: { deny: true },
  },
  { id: "blocked", when: { vendors: { in: ["bad corp", "worse corp"] } }, then: { deny: true } },
  { id: "twice", when: { amountUsd: { from: 20 } }, then: { duplicate: { hours: 24 } } },
  { id: "reserve", then: { keepAvailableUsd: 100 } },
  { id: "small", when: { amountUsd: { below: 250 } }, then: { autoApprove: true } },
];

function approvals(
  id: string,
  amountUsd: { readonly from: number; readonly below?: number },
  count: number,
  from?: readonly string[],
): WrittenRule {
  return { id, when: { amountUsd }, then: needs(count, from) };
}

function needs(count: number, from?: readonly string[]): WrittenRule["then"] {
  return { requireApprovals: { count, ...(from && { from }) } };
}
