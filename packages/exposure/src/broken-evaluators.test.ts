import type { Allocation, Condition, Rule, RuleSet } from "@agent-treasury/rules";
import { parseRules } from "@agent-treasury/rules/yaml";
import { describe, expect, it } from "vitest";
import { replaySequence } from "./attack-sequence.ts";
import type { Attack, LeakedCredential } from "./attack.ts";
import { type Exposure, exposureOf } from "./exposure.ts";
import { attackOn, now, usd, wideLimits } from "./random-attacks.fixture.ts";

type Break = (rule: Rule) => readonly Rule[];

const removed: Break = () => [];
const everywhere =
  (field: keyof Condition): Break =>
  (rule) => [{ ...rule, when: { ...rule.when, [field]: null } }];

function limit(change: object): Break {
  return (rule) =>
    rule.then.kind === "limit"
      ? [{ ...rule, then: { ...rule.then, limit: { ...rule.then.limit, ...change } } }]
      : [rule];
}

const countsAll = {
  kind: "limit",
  limit: {
    measure: { kind: "count", maximum: 2 },
    counts: "all",
    window: { kind: "calendar", period: "week" },
    by: null,
    atProposal: "review",
  },
};

const day = { kind: "calendar", period: "day" } as const;

/** Rules, and what an evaluator that mistakes the rule `broken` makes of it. */
const broken: Readonly<Record<string, readonly [rules: string, ...breaks: Break[]]>> = {
  "deny is ignored": ["{ id: broken, then: { deny: true } }", removed],
  "requireApprovals is ignored": [
    "{ id: broken, then: { requireApprovals: { count: 1 } } }",
    removed,
  ],
  "autoApprove is ignored": [
    "{ id: broken, when: { amountUsd: { below: 5000 } }, then: { autoApprove: true } }",
    removed,
  ],
  "keepAvailable is ignored": ["{ id: broken, then: { keepAvailableUsd: 900 } }", removed],
  "an amount per spend is ignored": [
    "{ id: broken, then: { limit: { amountUsd: 3 } } }, { id: count, then: { limit: { count: 2, per: day } } }",
    removed,
  ],
  "an amount per window is ignored": [
    "{ id: broken, then: { limit: { amountUsd: 40, per: week } } }",
    removed,
    limit({ window: day }),
    limit({ window: { kind: "rolling", hours: 24 } }),
    limit({ by: "vendor" }),
  ],
  "a rolling window ends early": [
    "{ id: broken, then: { limit: { amountUsd: 40, per: { rollingHours: 100 } } } }",
    limit({ window: { kind: "rolling", hours: 50 } }),
  ],
  "a number of spends is ignored": [
    "{ id: broken, then: { limit: { count: 2, per: day } } }",
    removed,
    limit({ by: "category" }),
  ],
  "known payees count as new ones": [
    `{ id: broken, then: { limit: { newPayees: 2, per: week } } },
     { id: each, then: { limit: { amountUsd: 10, per: week, by: vendor } } },
     { id: most, then: { limit: { count: 40, per: week } } }`,
    (rule) => [{ ...rule, then: { ...rule.then, ...countsAll } as Rule["then"] }],
  ],
  "automatic is not counted": [
    "{ id: broken, then: { limit: { amountUsd: 40, per: week, counts: automatic } } }",
    removed,
  ],
  "duplicates are found everywhere": [
    "{ id: broken, then: { duplicate: { hours: 24 } } }",
    (rule) => [{ ...rule, then: { kind: "deny" } }],
  ],
  "in is not read": [
    "{ id: broken, when: { vendors: { in: [aws] } }, then: { deny: true } }",
    everywhere("vendors"),
  ],
  "notIn is not read": [
    `{ id: broken, when: { vendors: { notIn: [aws] } }, then: { deny: true } },
     { id: each, then: { limit: { amountUsd: 10, per: week, by: vendor } } }`,
    everywhere("vendors"),
    removed,
  ],
  "firstPayment is not read": [
    "{ id: broken, when: { vendors: { firstPayment: true } }, then: { deny: true } }",
    everywhere("vendors"),
  ],
  "categories are not read": [
    "{ id: broken, when: { categories: [travel] }, then: { deny: true } }",
    everywhere("categories"),
  ],
  "notIn of agents is not read": [
    "{ id: broken, when: { agents: { notIn: [buyer] } }, then: { deny: true } }",
    everywhere("agents"),
  ],
  "a missing category is not read": [
    "{ id: broken, when: { categories: { none: true } }, then: { deny: true } }",
    everywhere("categories"),
  ],
  "a cooldown is ignored": [
    "{ id: broken, then: { limit: { count: 1, per: { rollingMinutes: 59 } } } }, { id: spend, then: { limit: { amountUsd: 3 } } }",
    removed,
  ],
  "agents are not read": [
    "{ id: broken, when: { agents: [buyer] }, then: { deny: true } }",
    everywhere("agents"),
  ],
  "allocations are not read": [
    "{ id: broken, when: { allocations: [ads] }, then: { deny: true } }",
    everywhere("allocations"),
  ],
  "amounts are not read": [
    `{ id: broken, when: { amountUsd: { from: 10 } }, then: { deny: true } },
     { id: day, then: { limit: { count: 2, per: day } } }`,
    everywhere("amount"),
    removed,
  ],
  "rails are not read": [
    "{ id: broken, when: { rails: [stripe-issuing] }, then: { deny: true } }",
    everywhere("rails"),
  ],
  "days are not read": [
    `{ id: broken, when: { days: [sat, sun] }, then: { deny: true } },
     { id: day, then: { limit: { amountUsd: 40, per: day } } }`,
    everywhere("days"),
    removed,
  ],
  "hours are not read": [
    "{ id: broken, when: { hours: '01:00-23:00' }, then: { deny: true } }, { id: hour, then: { limit: { amountUsd: 3, per: hour } } }",
    everywhere("hours"),
    removed,
  ],
};

/** Whether the sequence of the attack, or one against the broken evaluator, shows the difference. */
async function isDetected(
  { reached, proved, sequence }: Exposure,
  wrong: Attack,
): Promise<boolean> {
  if (replaySequence(wrong, sequence) !== reached) return true;
  // A hostile agent that knows what the evaluator does.
  const strongest = await exposureOf(wrong);
  return replaySequence(wrong, strongest.sequence) > (proved ?? 0n);
}

function brokenSet({ rules }: RuleSet, change: Break): RuleSet {
  return { rules: rules.flatMap((rule) => (rule.id === "broken" ? change(rule) : [rule])) };
}

describe("an evaluator in which", () => {
  it.each(Object.entries(broken))("%s is detected", async (_, [written, ...breaks]) => {
    const ruleSet = parseRules(`version: 1\nrules: [${written}]`);
    const given: Partial<Attack> = { horizon: "week", timeZone: "Europe/Berlin" };
    const attack = attackOn(ruleSet, { ...given, limits: wideLimits, balance: usd(100_000) });
    const exposure = await exposureOf(attack);
    for (const change of breaks) {
      const wrong = { ...attack, ruleSet: brokenSet(ruleSet, change) };
      expect(await isDetected(exposure, wrong)).toBe(true);
    }
  });
});

const week = { kind: "calendar", period: "week" } as const;
const team: Allocation = {
  id: "team",
  name: "Team",
  parent: null,
  limit: { amount: usd(30), window: week },
  endsAt: null,
  isArchived: false,
};
const ads: Allocation = { ...team, id: "ads", parent: "team", limit: null };

/** What the ledger judges beside the rules, and what a ledger that mistakes it makes of it. */
const brokenTerms: Readonly<Record<string, readonly [Partial<Attack>, ...Partial<Attack>[]]>> = {
  "the limit of an allocation is ignored": [
    { allocations: [team] },
    { allocations: [{ ...team, limit: null }] },
    { allocations: [{ ...team, limit: { amount: usd(30), window: day } }] },
    { allocations: [{ ...team, limit: { amount: usd(29), window: week } }] },
  ],
  "a limit in total begins again": [
    { allocations: [{ ...team, limit: { amount: usd(30), window: null } }] },
    { allocations: [{ ...team, limit: { amount: usd(30), window: day } }] },
  ],
  "the allocations above are ignored": [
    { allocations: [team, ads], credential: leaked({ allocationId: "ads" }) },
    { allocations: [team, { ...ads, parent: null }] },
  ],
  "an archived allocation is open": [
    { allocations: [{ ...team, isArchived: true }] },
    { allocations: [team] },
  ],
  "an ended allocation is open": [
    { allocations: [{ ...team, endsAt: now }] },
    { allocations: [team] },
  ],
  "the allocation of a credential is ignored": [
    { allocations: [team, { ...ads, limit: { amount: usd(5), window: week }, parent: null }] },
    { credential: leaked({ allocationId: "ads" }) },
    { credential: leaked({ allocationId: null }) },
  ],
  "an expired credential is valid": [
    { credential: leaked({ allocationId: null, expiresAt: now + 3_600_000 }) },
    { credential: leaked({ allocationId: null, expiresAt: now + 90_000_000 }) },
    { credential: leaked({ allocationId: null, expiresAt: now }) },
  ],
  "any payee is known": [
    { credential: leaked({ payees: [] }) },
    { credential: leaked({ payees: null }) },
    { credential: leaked({ payees: [{ name: "aws", rail: "ledger", maximum: usd(1) }] }) },
  ],
  "a payee is known on any rail and up to any amount": [
    {
      allocations: [],
      credential: leaked({
        allocationId: null,
        payees: [{ name: "aws", rail: "ledger", maximum: usd(2) }],
      }),
    },
    {
      credential: leaked({
        allocationId: null,
        payees: [{ name: "aws", rail: "ledger", maximum: usd(3) }],
      }),
    },
    {
      credential: leaked({
        allocationId: null,
        payees: [{ name: "aws", rail: "stripe-issuing", maximum: usd(2) }],
      }),
    },
    {
      credential: leaked({
        allocationId: null,
        payees: [{ name: "figma", rail: "ledger", maximum: usd(2) }],
      }),
    },
  ],
};

function leaked(given: Partial<LeakedCredential>): LeakedCredential {
  return { allocationId: "team", expiresAt: null, payees: null, ...given };
}

describe("a ledger in which", () => {
  it.each(Object.entries(brokenTerms))("%s is detected", async (_, [terms, ...breaks]) => {
    const rules = "{ id: few, then: { limit: { count: 9, per: day } } }";
    const attack = attackOn(parseRules(`version: 1\nrules: [${rules}]`), {
      horizon: "week",
      timeZone: "Europe/Berlin",
      limits: wideLimits,
      agentId: "buyer",
      credential: leaked({}),
      ...terms,
    });
    const exposure = await exposureOf(attack);
    for (const change of breaks) {
      expect(await isDetected(exposure, { ...attack, ...change })).toBe(true);
    }
  });
});
