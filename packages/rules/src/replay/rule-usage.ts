import type { Micros } from "@agent-treasury/provider";
import { type CountedLimit, charge, hold, release, settle } from "../counters/charge.ts";
import type { CounterKey } from "../counters/counter-key.ts";
import { type Counter, emptyCounter } from "../counters/counter.ts";
import { isEmpty } from "../counters/expiry.ts";
import { countGroup, type GroupCount, groupEnd, liveGroups } from "../counters/group-count.ts";
import { type CompiledRules, compileRules } from "../evaluate/compile-rules.ts";
import type { Charge } from "../evaluate/evaluate.ts";
import type { Finding } from "../evaluate/finding.ts";
import type { Limit, RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";

const maximumCounters = 64;
const maximumGroups = 2_000;

/** The usage of rules in memory, as the ledger's head and documents store it. */
export interface RuleUsage {
  compiled: CompiledRules;
  /** Whether a rule depends on texts that an erasure removes. */
  readsNames: boolean;
  findsDuplicates: boolean;
  inHead: Map<string, Counter>;
  readonly outside: Map<string, Counter>;
  groups: Map<string, GroupCount>;
  /** The newest payment that a person approved, by payee. */
  readonly paid: Map<string, number>;
  /** The newest proposal, by payee and amount. */
  readonly proposed: Map<string, number>;
}

/** A counter that a spend was charged to. */
export interface StoredCharge extends CounterKey {
  readonly payee: string | null;
}

export function usageUnder(ruleSet: RuleSet): RuleUsage {
  return {
    compiled: compileRules(ruleSet),
    readsNames: readsNames(ruleSet),
    findsDuplicates: findsDuplicates(ruleSet),
    inHead: new Map(),
    outside: new Map(),
    groups: new Map(),
    paid: new Map(),
    proposed: new Map(),
  };
}

function readsNames({ rules }: RuleSet): boolean {
  return rules.some(({ when, then }) => {
    const { vendors, categories } = when;
    if (vendors !== null || categories !== null || then.kind === "duplicate") return true;
    if (then.kind !== "limit") return false;
    const { by, measure } = then.limit;
    return by === "vendor" || by === "category" || measure.kind === "newPayees";
  });
}

function findsDuplicates({ rules }: RuleSet): boolean {
  return rules.some(({ then }) => then.kind === "duplicate");
}

export function resetUsage(usage: RuleUsage): void {
  for (const map of [usage.inHead, usage.outside, usage.groups, usage.paid, usage.proposed]) {
    map.clear();
  }
}

/** Keeps the usage of removed rules while there is space, as a publication does. */
export function publishIn(usage: RuleUsage, ruleSet: RuleSet): void {
  usage.compiled = compileRules(ruleSet);
  usage.readsNames = readsNames(ruleSet);
  usage.findsDuplicates = findsDuplicates(ruleSet);
  const { counters } = usage.compiled;
  const inHead = [...counters.values()].filter((counter) => counter.inHead).length;
  usage.inHead = keptUsage(usage.inHead, counters, maximumCounters - inHead);
  usage.groups = keptUsage(usage.groups, counters, maximumCounters);
}

function keptUsage<Usage>(
  usage: ReadonlyMap<string, Usage>,
  published: CompiledRules["counters"],
  room: number,
): Map<string, Usage> {
  const used = [...usage].filter(([id]) => published.has(id));
  const others = [...usage].filter(([id]) => !published.has(id));
  return new Map([...used, ...others.slice(0, room)]);
}

const placeOf = ({ counter, group }: CounterKey): string =>
  group === null ? counter : `${counter}.${group}`;

export function counterIn(usage: RuleUsage, key: CounterKey): Counter {
  const counters = isInHead(usage, key.counter) ? usage.inHead : usage.outside;
  return counters.get(placeOf(key)) ?? emptyCounter;
}

/** A removed rule's counter may remain in the head. */
function isInHead({ compiled, inHead }: RuleUsage, counter: string): boolean {
  return compiled.counters.get(counter)?.inHead ?? inHead.has(counter);
}

type Move = (counter: Counter, limit: CountedLimit | null, payee: string | null) => Counter;

function moveAll(
  usage: RuleUsage,
  charges: readonly StoredCharge[],
  move: Move,
  clock: LocalClock,
  now: number,
): void {
  for (const { counter, group, payee } of charges) {
    const limit = usage.compiled.counters.get(counter)?.limit ?? null;
    const key = { counter, group };
    const before = counterIn(usage, key);
    const after = move(before, limit, payee);
    if (isInHead(usage, counter)) {
      usage.inHead.set(counter, after);
      continue;
    }
    usage.outside.set(placeOf(key), after);
    if (group !== null && limit !== null) countIn(usage, counter, limit, before, after, clock, now);
  }
}

function countIn(
  usage: RuleUsage,
  id: string,
  { window }: Limit,
  before: Counter,
  after: Counter,
  clock: LocalClock,
  now: number,
): void {
  const ends = {
    before: groupEnd(before, window, clock, now),
    after: groupEnd(after, window, clock, now),
  };
  const groups = usage.groups.get(id) ?? [];
  usage.groups.set(id, countGroup(groups, ends, now, Number.POSITIVE_INFINITY) ?? groups);
}

export function chargeIn(
  usage: RuleUsage,
  charges: readonly StoredCharge[],
  amount: Micros,
  clock: LocalClock,
  now: number,
): void {
  const move: Move = (counter, limit, payee) =>
    limit === null ? counter : charge(counter, limit, clock, now, { amount, payee });
  moveAll(usage, charges, move, clock, now);
}

export function holdIn(
  usage: RuleUsage,
  charges: readonly StoredCharge[],
  amount: Micros,
  clock: LocalClock,
  now: number,
): void {
  const move: Move = (counter, limit, payee) =>
    limit === null ? counter : hold(counter, limit, clock, now, { amount, payee });
  moveAll(usage, charges, move, clock, now);
}

export function releaseIn(
  usage: RuleUsage,
  charges: readonly StoredCharge[],
  held: Micros,
  clock: LocalClock,
  now: number,
): void {
  moveAll(usage, charges, (one, _limit, payee) => release(one, { held, payee }), clock, now);
}

export interface Settlement {
  readonly captured: Micros;
  /** Null if nothing was held any more. */
  readonly held: Micros | null;
  readonly isFirst: boolean;
}

export function settleIn(
  usage: RuleUsage,
  charges: readonly StoredCharge[],
  { captured, held, isFirst }: Settlement,
  clock: LocalClock,
  now: number,
): void {
  const amount = held ?? (0n as Micros);
  const move: Move = (counter, limit, payee) => {
    if (limit === null) {
      return held !== null && isFirst ? release(counter, { held: amount, payee }) : counter;
    }
    return held === null && isFirst
      ? charge(counter, limit, clock, now, { amount: captured, payee })
      : settle(counter, limit, clock, now, { held: amount, captured, payee, isFirst });
  };
  moveAll(usage, charges, move, clock, now);
}

/** Why a spend cannot begin a new group of a limit; null if it can. */
export function exhaustedIn(
  usage: RuleUsage,
  charges: readonly Charge[],
  clock: LocalClock,
  now: number,
): Finding | null {
  for (const { rule, key, limit } of charges) {
    if (key.group === null) continue;
    const live = (usage.groups.get(key.counter) ?? []).filter(([end]) => end > now);
    if (liveGroups(live) < maximumGroups) continue;
    if (!isEmpty(counterIn(usage, key), limit.window, clock, now)) continue;
    const text = `Denied by \`${rule}\`: it already counts ${maximumGroups} groups (rule_groups_exhausted).`;
    return { rule, effect: "deny", text, usage: null };
  }
  return null;
}
