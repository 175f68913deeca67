import type { CounterKey } from "../counters/counter-key.ts";
import { type Counter, emptyCounter } from "../counters/counter.ts";
import { type GroupCount, recountGroup } from "../counters/group-count.ts";
import type { Move } from "../counters/move.ts";
import { isRetainedInHead, retainUsage } from "../counters/retain-usage.ts";
import { type CompiledRules, compileRules } from "../evaluate/compile-rules.ts";
import type { StoredCharge } from "../evaluate/counted-charges.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";

/** The usage of rules in memory, as the ledger's head and documents store it. */
export interface RuleUsage {
  compiled: CompiledRules;
  /** Whether a rule depends on texts that an erasure removes. */
  readsNames: boolean;
  findsDuplicates: boolean;
  /** Counters of the head. */
  counters: Map<string, Counter>;
  readonly outside: Map<string, Counter>;
  groups: Map<string, GroupCount>;
  /** The newest payment that a person approved, by payee. */
  readonly paid: Map<string, number>;
  /** The newest proposal, by payee and amount. */
  readonly proposed: Map<string, number>;
}

export function usageUnder(ruleSet: RuleSet): RuleUsage {
  return {
    compiled: compileRules(ruleSet),
    readsNames: readsNames(ruleSet),
    findsDuplicates: findsDuplicates(ruleSet),
    counters: new Map(),
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
  for (const map of [usage.counters, usage.outside, usage.groups, usage.paid, usage.proposed]) {
    map.clear();
  }
}

/** Begins other rules, as a publication does. */
export function publishIn(usage: RuleUsage, ruleSet: RuleSet): void {
  usage.compiled = compileRules(ruleSet);
  usage.readsNames = readsNames(ruleSet);
  usage.findsDuplicates = findsDuplicates(ruleSet);
  const { counters, groups } = retainUsage(usage, usage.compiled.counters);
  usage.counters = new Map(counters);
  usage.groups = new Map(groups);
}

const placeOf = ({ counter, group }: CounterKey): string =>
  group === null ? counter : `${counter}.${group}`;

export function counterIn(usage: RuleUsage, key: CounterKey): Counter {
  const counters = isInHead(usage, key.counter) ? usage.counters : usage.outside;
  return counters.get(placeOf(key)) ?? emptyCounter;
}

function isInHead(usage: RuleUsage, counter: string): boolean {
  return isRetainedInHead(usage, usage.compiled.counters, counter);
}

/** Moves the counters that a spend was charged to. */
export function moveIn(
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
    const after = move.apply(before, limit, payee);
    if (isInHead(usage, counter)) {
      usage.counters.set(counter, after);
      continue;
    }
    usage.outside.set(placeOf(key), after);
    if (group === null || limit === null) continue;
    const groups = usage.groups.get(counter) ?? [];
    usage.groups.set(counter, recountGroup(groups, before, after, limit.window, clock, now));
  }
}
