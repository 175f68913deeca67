import { isFirstPayment, type RuleTests, testsOf } from "../conditions/matches.ts";
import type { CounterKey } from "../counters/counter-key.ts";
import { counterIdOf } from "../rule-set/counter-id.ts";
import type { Limit, Rule, RuleSet } from "../rule-set/rule-set.ts";
import { type LocalClock, localClock } from "../windows/local-time.ts";
import { groupsOf } from "./group.ts";
import { hashOf, remembering, type ValueHash } from "./hash-of.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** A rule set with the values that do not depend on a spend. Create it once per set. */
export interface CompiledRules {
  readonly rules: readonly CompiledRule[];
  /** Limits with a window, by counter id. */
  readonly counters: ReadonlyMap<string, RuleCounter>;
  readonly hash: ValueHash;
  /** Whether the balance decides what a limit with a window counts. */
  readonly countsByBalance: boolean;
}

export interface RuleCounter {
  readonly limit: Limit;
  /** Whether the counter is part of the workspace's head. Other counters are documents. */
  readonly inHead: boolean;
}

export interface CompiledRule {
  readonly rule: Rule;
  readonly tests: RuleTests;
  /** Whether a condition depends on the time, the balance or earlier payments. */
  readonly isLate: boolean;
  /** Of the rule's own time zone. Null for the deployment's. */
  readonly clock: LocalClock | null;
  readonly needsPayee: boolean;
  /** The counter id of a limit with a window, otherwise null. */
  readonly counter: string | null;
}

export function compileRules(set: RuleSet): CompiledRules {
  const rules = set.rules.map(compileRule);
  return {
    rules,
    counters: new Map(rules.flatMap(counterOf)),
    hash: remembering(hashOf),
    countsByBalance: rules.some(
      ({ rule, counter }) => counter !== null && rule.when.balance !== null,
    ),
  };
}

function counterOf({ rule: { then }, counter }: CompiledRule): [string, RuleCounter][] {
  if (counter === null || then.kind !== "limit") return [];
  return [[counter, { limit: then.limit, inHead: isInHead(then.limit) }]];
}

function compileRule(rule: Rule): CompiledRule {
  const { when, then } = rule;
  const isFirst = isFirstPayment(when.vendors);
  const tests = testsOf(rule);
  return {
    rule,
    tests,
    isLate: tests.late.length > 0 || rule.valid !== undefined,
    clock: when.timeZone === null ? null : localClock(when.timeZone),
    needsPayee: isFirst || (then.kind === "limit" && countsNewPayees(then.limit)),
    counter: then.kind === "limit" && then.limit.window !== null ? counterIdOf(rule) : null,
  };
}

/** Empty if the spend belongs to no group of the limit. */
export function counterKeysOf(
  counter: string,
  { by }: Limit,
  facts: SpendFacts,
  hash: ValueHash,
): readonly CounterKey[] {
  if (by === null) return [{ counter, group: null }];
  return groupsOf(by, facts).map((group) => ({ counter, group: `${by}.${hash(group)}` }));
}

/** Returns whether the counter is part of the workspace's head. Other counters are documents. */
export function isInHead(limit: Limit): boolean {
  return limit.by === null && !countsNewPayees(limit);
}

function countsNewPayees({ measure }: Limit): boolean {
  return measure.kind === "newPayees";
}
