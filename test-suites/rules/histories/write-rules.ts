import type {
  Allocation,
  AllocationLimit,
  WrittenAction,
  WrittenLimit,
  WrittenRequirement,
  WrittenRule,
} from "@agent-treasury/rules";
import type { Random } from "../../histories/random.ts";
import { writeCondition } from "../model/conditions.ts";
import { usd } from "../usd.ts";
import { values } from "./values.ts";

const ruleIds = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** One to six rules. Another publication often has the same ids. */
export function writeRules(random: Random): readonly WrittenRule[] {
  const count = 1 + random.below(6);
  const first = random.below(ruleIds.length);
  return Array.from({ length: count }, (_, index) => {
    const id = ruleIds[(first + index) % ruleIds.length] ?? "a";
    return writeRule(random, id);
  });
}

/** Changes one rule of a set: removes it, replaces it, or changes its maximum. */
export function changeRules(random: Random, rules: readonly WrittenRule[]): readonly WrittenRule[] {
  const index = random.below(Math.max(rules.length, 1));
  const rule = rules[index];
  if (rule === undefined) return writeRules(random);
  switch (random.below(3)) {
    case 0:
      return rules.toSpliced(index, 1);
    case 1:
      return rules.with(index, writeRule(random, rule.id));
    default:
      return rules.with(index, { ...rule, then: withOtherMaximum(random, rule.then) });
  }
}

function withOtherMaximum(random: Random, then: WrittenAction): WrittenAction {
  const { limit, requireApprovals } = then;
  if (requireApprovals !== undefined) return { requireApprovals: writeRequirement(random) };
  if (limit?.amountUsd !== undefined) {
    return { limit: { ...limit, amountUsd: 1 + random.below(30) } };
  }
  return limit?.count === undefined ? then : { limit: { ...limit, count: 1 + random.below(5) } };
}

function writeRule(random: Random, id: string): WrittenRule {
  return { ...writeAlways(random, id), ...(random.chance(10) && writeValidity(random)) };
}

/** Within the days of a history. */
function writeValidity(random: Random): Pick<WrittenRule, "validFrom" | "validUntil"> {
  return random.pick<Pick<WrittenRule, "validFrom" | "validUntil">>([
    { validUntil: "2026-10-25T12:00:00Z" },
    { validFrom: "2026-10-25T00:30:00Z" },
    { validFrom: "2026-10-24T00:00:00Z", validUntil: "2026-10-31T23:00:00Z" },
  ]);
}

function writeAlways(random: Random, id: string): WrittenRule {
  const then = writeAction(random);
  const when = random.chance(55) ? writeCondition(random) : undefined;
  if (then.autoApprove === undefined || when === undefined) return { id, when, then };
  const { vendors, ...others } = when;
  const isFirst = vendors?.firstPayment === true;
  const kept = isFirst ? { ...others, agents: others.agents ?? ["agent"] } : when;
  const isReported = kept.categories !== undefined || (!isFirst && vendors !== undefined);
  return { id, when: kept, then, selfReported: isReported ? true : undefined };
}

function writeAction(random: Random): WrittenAction {
  const die = random.below(100);
  if (die < 60) return { limit: writeLimit(random) };
  if (die < 65) return { deny: true };
  if (die < 72) return { autoApprove: true };
  if (die < 77) return { keepAvailableUsd: 60 + random.below(80) };
  if (die < 84) return { duplicate: { hours: random.pick([1, 24, 100]) } };
  return { requireApprovals: writeRequirement(random) };
}

function writeRequirement(random: Random): WrittenRequirement {
  return {
    count: 1 + random.below(3),
    ...(random.chance(40) && { from: random.pick([["finance"], ["legal"], ["finance", "legal"]]) }),
    ...(random.chance(40) && { notProposer: true }),
  };
}

function writeLimit(random: Random): WrittenLimit {
  const atProposal = random.pick(["review", "review", "deny", undefined] as const);
  if (random.chance(10)) return { amountUsd: 3 + random.below(10), atProposal };
  const kind = random.below(10);
  const measure =
    kind < 6
      ? { amountUsd: 3 + random.below(25) }
      : kind < 8
        ? { count: 1 + random.below(4) }
        : { newPayees: 1 + random.below(2) };
  return {
    ...measure,
    per: random.pick<NonNullable<WrittenLimit["per"]>>([
      "hour",
      "day",
      "day",
      "week",
      "month",
      "quarter",
      "year",
      { rollingMinutes: 15 },
      { rollingHours: 1 },
      { rollingHours: 24 },
      { rollingHours: 168 },
    ]),
    by: random.pick([undefined, undefined, "agent", "vendor", "category", "allocation"] as const),
    counts: random.pick([undefined, undefined, undefined, "all", "automatic"] as const),
    atProposal,
  };
}

/** A tree of three allocations, or none. */
export function writeAllocations(random: Random, now: number): readonly Allocation[] {
  return values.allocations.map((id, index) => ({
    id,
    name: id,
    parent: values.allocations[index - 1] ?? null,
    limit: random.chance(75) ? writeAllocationLimit(random) : null,
    endsAt: random.chance(15) ? now + (1 + random.below(6)) * 86_400_000 : null,
    isArchived: index === 2 && random.chance(10),
  }));
}

function writeAllocationLimit(random: Random): AllocationLimit {
  const amount = usd(4 + random.below(30));
  const period = random.pick(["day", "week", "month"] as const);
  return random.pick<AllocationLimit>([
    { amount, window: { kind: "calendar", period } },
    { amount, window: null },
    { amount, window: { kind: "rolling", hours: 24 } },
  ]);
}
