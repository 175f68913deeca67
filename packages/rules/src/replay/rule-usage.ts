import type { CounterKey } from "../counters/counter-key.ts";
import { type Counter, emptyCounter } from "../counters/counter.ts";
import { type GroupCount, recountGroup } from "../counters/group-count.ts";
import type { Move } from "../counters/move.ts";
import { isRetainedInHead, retainUsage } from "../counters/retain-usage.ts";
import { moveGroup } from "../counters/shared-groups.ts";
import { type CompiledRules, compileRules } from "../evaluate/compile-rules.ts";
import type { StoredCharge } from "../evaluate/counted-charges.ts";
import { sharedGroupsOf } from "../evaluate/group.ts";
import { payeeForms } from "../evaluate/payee-forms.ts";
import type { Limit, RuleSet } from "../rule-set/rule-set.ts";
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
  /** What shared groups count of small vendors, by the place of their counter. */
  readonly parts: Map<string, ReadonlyMap<string, Counter>>;
  groups: Map<string, GroupCount>;
  /** The newest payment that a person approved, by `paidKey`. */
  readonly paid: Map<string, number>;
  /** The newest proposal, by payee and amount. */
  readonly proposed: Map<string, number>;
}

/** @param compiled the same rules. */
export function usageUnder(
  ruleSet: RuleSet,
  compiled: CompiledRules = compileRules(ruleSet),
): RuleUsage {
  return {
    compiled,
    readsNames: readsNames(ruleSet),
    findsDuplicates: findsDuplicates(ruleSet),
    counters: new Map(),
    outside: new Map(),
    parts: new Map(),
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
  const { counters, outside, parts, groups, paid, proposed } = usage;
  for (const map of [counters, outside, parts, groups, paid, proposed]) map.clear();
}

/** The exact form of a payee's identity. */
export function paidKey(payee: string): string {
  const [exact] = payeeForms(payee);
  return exact;
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

/** Whether shared groups count the usage of a group. */
export function isSharedIn({ parts }: RuleUsage, key: CounterKey): boolean {
  return (parts.get(placeOf(key))?.size ?? 0) > 0;
}

/** Moves the counters that a spend was charged to. */
export function moveIn(
  usage: RuleUsage,
  agentId: string,
  charges: readonly StoredCharge[],
  move: Move,
  clock: LocalClock,
  now: number,
): void {
  const shared = sharedGroupsOf(charges, agentId, usage.compiled.hash);
  for (const [index, { counter, group, payee }] of charges.entries()) {
    const limit = usage.compiled.counters.get(counter)?.limit ?? null;
    const key = { counter, group };
    const together = shared[index];
    if (together != null) {
      moveVendor(usage, key, together, limit, payee, move, clock, now);
      continue;
    }
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

/** Moves the counter of a vendor, and those of shared groups. */
function moveVendor(
  usage: RuleUsage,
  key: CounterKey,
  together: string,
  limit: Limit | null,
  payee: string | null,
  move: Move,
  clock: LocalClock,
  now: number,
): void {
  const { outside, parts, groups } = usage;
  const place = placeOf(key);
  const before = { counter: counterIn(usage, key), parts: parts.get(place) ?? new Map() };
  const after = moveGroup(before, move, limit, payee, together, clock, now);
  outside.set(place, after.counter);
  parts.set(place, after.parts);
  for (const [group, change] of after.shared) {
    const shared = { counter: key.counter, group };
    outside.set(placeOf(shared), change(counterIn(usage, shared)));
  }
  if (after.groupBefore === null || limit === null) return;
  const known = groups.get(key.counter) ?? [];
  const { window } = limit;
  const counted = recountGroup(known, after.groupBefore, after.counter, window, clock, now);
  groups.set(key.counter, counted);
}
