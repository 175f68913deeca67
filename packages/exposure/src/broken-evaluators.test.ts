import {
  type Condition,
  localClock,
  type Rule,
  type RuleSet,
  RuleTrial,
} from "@agent-treasury/rules";
import { parseRules } from "@agent-treasury/rules/yaml";
import { describe, expect, it } from "vitest";
import { replaySequence } from "./attack-sequence.ts";
import type { Attack } from "./attack.ts";
import { exposureOf } from "./exposure.ts";
import { attackOn, usd, wideLimits } from "./random-attacks.fixture.ts";

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

function brokenSet({ rules }: RuleSet, change: Break): RuleSet {
  return { rules: rules.flatMap((rule) => (rule.id === "broken" ? change(rule) : [rule])) };
}

describe("an evaluator in which", () => {
  it.each(Object.entries(broken))("%s is detected", async (_, [written, ...breaks]) => {
    const ruleSet = parseRules(`version: 1\nrules: [${written}]`);
    const given: Partial<Attack> = { horizon: "week", timeZone: "Europe/Berlin" };
    const attack = attackOn(ruleSet, { ...given, limits: wideLimits, balance: usd(100_000) });
    const { reached, proved, sequence } = await exposureOf(attack);
    const clock = localClock(attack.timeZone);
    for (const change of breaks) {
      const wrong = brokenSet(ruleSet, change);
      const trial = (): RuleTrial => new RuleTrial(wrong, clock, usd(100_000));
      const replayed = replaySequence(attack, sequence, trial());
      // A hostile agent that knows what the evaluator does.
      const strongest = await exposureOf({ ...attack, ruleSet: wrong });
      const found = replaySequence(attack, strongest.sequence, trial());
      expect(replayed !== reached || found > (proved ?? 0n)).toBe(true);
    }
  });
});
