import type { WrittenRule } from "@agent-treasury/rules";
import { type Random, seededRandom } from "../../histories/random.ts";
import { usd } from "../usd.ts";
import {
  groupsOfPerson,
  type PersonName,
  type RuleHistory,
  type RuleMove,
  type RuleRound,
  type RuleStep,
  type StepSpend,
} from "./rule-history.ts";
import { values } from "./values.ts";
import { changeRules, writeAllocations, writeRules } from "./write-rules.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Counters remain for a day after their window, so that a clock behind finds them. */
const furthestBackMs = 23 * hour;

interface Draft {
  readonly random: Random;
  readonly processes: number;
  readonly proposed: string[];
  readonly spends: StepSpend[];
  /** Publications so far. */
  readonly published: (readonly WrittenRule[])[];
  hasAllocations: boolean;
  now: number;
  newest: number;
}

const persons = Object.keys(groupsOfPerson) as PersonName[];

/** Beside a clock change, the end of a quarter and the end of a year. */
const starts = [
  Date.UTC(2026, 2, 28, 21),
  Date.UTC(2026, 9, 24, 20),
  Date.UTC(2026, 2, 31, 12),
  Date.UTC(2026, 11, 31, 10),
  Date.UTC(2026, 5, 10, 3),
] as const;

/** Generates a seed's history: about twenty steps. */
export function writeRuleHistory(seed: number): RuleHistory {
  const random = seededRandom(seed);
  const startsAt = random.pick(starts) + random.below(6 * hour);
  const draft: Draft = {
    random,
    processes: 1 + random.below(3),
    proposed: [],
    spends: [],
    published: [],
    hasAllocations: false,
    now: startsAt,
    newest: startsAt,
  };
  const rounds: RuleRound[] = [];
  if (random.chance(60)) rounds.push(alone(draft, allocate(draft)));
  if (random.chance(95)) rounds.push(alone(draft, publish(draft)));
  const target = rounds.length + 8 + random.below(14);
  while (rounds.length < target) {
    const round = writeRound(draft);
    rounds.push(round);
    if (random.chance(20)) rounds.push(...writeStreak(draft));
    // A reset leaves no money.
    if (round.moves[0]?.step.kind === "reset") rounds.push(alone(draft, credit(random)));
  }
  return {
    seed,
    timeZone: random.pick(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]),
    startsAt,
    startingCapital: usd(200),
    proposalLifetimeMs: random.pick([null, null, null, 5 * hour]),
    processes: draft.processes,
    hasFaults: random.chance(15),
    rounds,
  };
}

function writeRound(draft: Draft): RuleRound {
  const { random } = draft;
  const advanceMs = random.pick([
    0,
    0,
    0,
    1,
    900,
    20_000,
    5 * minute,
    40 * minute,
    3 * hour,
    7 * hour,
    day,
    8 * day,
    40 * day,
  ]);
  const wishedMs = random.chance(12)
    ? random.pick([-minute, -hour, -9 * hour, -20 * hour, hour])
    : 0;
  draft.newest = Math.max(draft.newest, draft.now + advanceMs, draft.now + advanceMs + wishedMs);
  const isTooFar = draft.newest - (draft.now + advanceMs + wishedMs) > furthestBackMs;
  const jumpMs = isTooFar ? 0 : wishedMs;
  draft.now += advanceMs + jumpMs;
  const die = random.below(100);
  const moves =
    die < 14
      ? [moveOf(draft, rareStep(draft))]
      : die < 75
        ? [moveOf(draft, commonStep(draft))]
        : Array.from({ length: 2 + random.below(2) }, () => moveOf(draft, commonStep(draft)));
  const [only] = moves;
  const crashes = moves.length === 1 && only !== undefined && random.chance(12);
  const crash = random.pick(["before", "after"] as const);
  return { advanceMs, jumpMs, moves: crashes ? [{ ...only, crash }] : moves };
}

/** Small spends that are alike, soon after each other. Most move only sums of present windows. */
function writeStreak(draft: Draft): readonly RuleRound[] {
  const { random } = draft;
  const spend = { ...writeSpend(draft), isHeld: false, isReviewed: false };
  return Array.from({ length: 2 + random.below(5) }, () => {
    const advanceMs = random.pick([0, 1, 900]);
    draft.now += advanceMs;
    draft.newest = Math.max(draft.newest, draft.now);
    const amount = usd(random.pick([0.000001, 0.5, 1]));
    const step = { kind: "propose", id: newId(draft), ...spend, amount } as const;
    return { advanceMs, jumpMs: 0, moves: [moveOf(draft, step)] };
  });
}

function moveOf({ random, processes }: Draft, step: RuleStep): RuleMove {
  return { process: random.below(processes), step, crash: null };
}

function alone(draft: Draft, step: RuleStep): RuleRound {
  return { advanceMs: 0, jumpMs: 0, moves: [moveOf(draft, step)] };
}

/** Steps after which the rules, the money or the usage are others. */
function rareStep(draft: Draft): RuleStep {
  const { random } = draft;
  const die = random.below(10);
  if (die < 5) return publish(draft);
  if (die < 6) return allocate(draft);
  if (die < 7) return credit(random);
  return { kind: die < 9 ? "reset" : "purge" };
}

function credit(random: Random): RuleStep {
  return { kind: "credit", id: `credit-${random.below(20)}`, amount: usd(50) };
}

function publish({ random, published }: Draft): RuleStep {
  const latest = published.at(-1);
  const earlier = published[random.below(published.length || 1)];
  const rules =
    latest === undefined || random.chance(20)
      ? writeRules(random)
      : random.chance(30) && earlier !== undefined
        ? earlier
        : changeRules(random, latest);
  published.push(rules);
  return { kind: "publish", rules };
}

function allocate(draft: Draft): RuleStep {
  const { random, now } = draft;
  draft.hasAllocations = true;
  return { kind: "allocate", allocations: writeAllocations(random, now) };
}

function commonStep(draft: Draft): RuleStep {
  const { random, proposed } = draft;
  const die = random.below(100);
  if (proposed.length === 0 || die < 48) return propose(draft);
  const id = recalled(draft);
  if (die < 76) {
    const decision = random.chance(90) ? "approve" : "deny";
    return {
      kind: "decide",
      id,
      decision,
      person: anyOf(random, persons),
      approvedAmount: random.chance(30) ? usd(random.pick([0.01, 1, 2, 4, 8])) : null,
      isHeld: random.chance(40),
    };
  }
  if (die < 92) {
    const capture = `capture-${id}-${random.below(3)}`;
    return { kind: "capture", id, capture, amount: usd(random.pick([1, 2, 3, 5, 9])) };
  }
  return { kind: "release", id };
}

function propose(draft: Draft): RuleStep {
  const { random, proposed, spends } = draft;
  const isNew = proposed.length === 0 || random.chance(95);
  const id = isNew ? newId(draft) : (proposed.at(-1) ?? "");
  const earlier = spends[random.below(spends.length || 1)];
  const spend = earlier !== undefined && random.chance(20) ? earlier : writeSpend(draft);
  spends.push(spend);
  return { kind: "propose", id, ...spend };
}

function newId({ proposed }: Draft): string {
  const id = `spend-${proposed.length}`;
  proposed.push(id);
  return id;
}

function writeSpend({ random, hasAllocations }: Draft): StepSpend {
  const vendor = anyOf(random, values.vendors);
  const micros = random.chance(10) ? 0.000001 : 0;
  return {
    amount: usd((values.amounts[random.below(values.amounts.length)] ?? 1) + micros),
    vendor: random.chance(20) ? vendor.toUpperCase() : vendor,
    category: random.chance(40) ? null : anyOf(random, values.categories),
    agentId: anyOf(random, values.agents),
    allocationId: random.chance(hasAllocations ? 40 : 98)
      ? null
      : anyOf(random, values.allocations),
    behind: random.chance(30) ? anyOf(random, ["ada", "ben"] as const) : null,
    isHeld: random.chance(35),
    isReviewed: random.chance(5),
  };
}

/** Prefers recent spends. */
function recalled({ random, proposed }: Draft): string {
  const back = 1 + Math.min(random.below(6), random.below(6));
  return random.chance(2) ? "spend-unknown" : (proposed.at(-back) ?? proposed[0] ?? "");
}

function anyOf<Item>(random: Random, list: readonly Item[]): Item {
  return list[random.below(list.length)] as Item;
}
