import type { ComparedSpend } from "../conditions/condition.ts";
import { comparedSpend } from "../conditions/names.ts";
import type { CounterKey } from "../counters/counter-key.ts";
import type { Limit, Rule } from "../rule-set/rule-set.ts";
import { type CompiledRule, type CompiledRules, counterKeysOf, isInHead } from "./compile-rules.ts";
import { sharedGroupOf } from "./group.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** What must be read before a spend is evaluated. */
export interface Needs {
  /** The rules that could apply, at any time of day. */
  readonly candidates: readonly Candidate[];
  /** Whether the payee's newest payment is needed. */
  readonly payee: boolean;
  /** Whether the newest proposal of the same payee and amount is needed. */
  readonly duplicate: boolean;
  /** Rules that could deny the payees that their list does not contain, of which it contains this one. */
  readonly allowLists: readonly CompiledRule[];
}

export interface Candidate {
  readonly entry: CompiledRule;
  /** Null for a rule that reads no counter. */
  readonly counter: Charge | null;
}

/** A counter that a spend moves when its amount is held or spent. */
export interface Charge {
  readonly rule: string;
  readonly limit: Limit;
  readonly key: CounterKey;
  readonly inHead: boolean;
  /** Whether it counts only spends that policy approves. */
  readonly automaticOnly: boolean;
  /** The hash of a payee without an earlier payment, for `newPayees`. Otherwise null. */
  readonly payee: string | null;
  /** The group that counts it while its vendor is small. Null if it is not by vendor. */
  readonly shared: string | null;
}

/** Returns what the rules that could apply to a spend read. */
export function neededBy(compiled: CompiledRules, facts: SpendFacts): Needs {
  const candidates: Candidate[] = [];
  const spend = comparedSpend(facts);
  let payee = false;
  let duplicate = false;
  const allowLists: CompiledRule[] = [];
  for (const entry of compiled.rules) {
    if (!entry.tests.early.every(([, test]) => test(spend))) {
      if (isOnAllowList(entry, spend)) allowLists.push(entry);
      continue;
    }
    payee ||= entry.needsPayee;
    duplicate ||= entry.rule.then.kind === "duplicate";
    for (const counter of chargesOf(entry, facts, compiled)) candidates.push({ entry, counter });
  }
  return { candidates, payee, duplicate, allowLists };
}

/** @param rule whose conditions do not hold for the spend. */
function isOnAllowList({ rule, tests }: CompiledRule, spend: ComparedSpend): boolean {
  return (
    isAllowList(rule) && tests.early.every(([name, test]) => name === "vendors" || test(spend))
  );
}

/** Whether a rule denies all vendors but those of a list. */
export function isAllowList({ when, then }: Rule): boolean {
  return then.kind === "deny" && when.vendors !== null && "notIn" in when.vendors;
}

/** Null for a rule without a counter. Empty for a limit by a group to which the spend does not belong. */
function chargesOf(
  { rule: { id: rule, then }, counter }: CompiledRule,
  facts: SpendFacts,
  { hash }: CompiledRules,
): readonly (Charge | null)[] {
  if (counter === null || then.kind !== "limit") return [null];
  const { limit } = then;
  const automaticOnly = limit.counts === "automatic";
  return counterKeysOf(counter, limit, facts, hash).map((key, place): Charge => {
    const shared = sharedGroupOf(key, place, facts.agentId, hash);
    return { rule, limit, key, shared, inHead: isInHead(limit), automaticOnly, payee: null };
  });
}
