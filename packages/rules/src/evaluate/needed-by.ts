import type { CounterKey } from "../counters/counter-key.ts";
import type { Limit } from "../rule-set/rule-set.ts";
import { canApply } from "./applies.ts";
import { type CompiledRules, counterKeyOf, isInHead } from "./compile-rules.ts";
import type { SpendFacts } from "./spend-facts.ts";

/** What must be read before a spend is evaluated. */
export interface Needs {
  readonly counters: readonly CounterNeed[];
  /** Whether the payee's newest payment is needed. */
  readonly payee: boolean;
  /** Whether the newest proposal of the same payee and amount is needed. */
  readonly duplicate: boolean;
}

export interface CounterNeed {
  readonly rule: string;
  readonly limit: Limit;
  readonly key: CounterKey;
  readonly inHead: boolean;
}

/** Returns what the rules that could apply to a spend read, at any time of day. */
export function neededBy(compiled: CompiledRules, facts: SpendFacts): Needs {
  const counters: CounterNeed[] = [];
  let payee = false;
  let duplicate = false;
  for (const entry of compiled.rules) {
    if (!canApply(entry, facts)) continue;
    const { id, then } = entry.rule;
    payee ||= entry.needsPayee;
    duplicate ||= then.kind === "duplicate";
    if (then.kind !== "limit") continue;
    const key = counterKeyOf(entry, then.limit, facts, compiled.hash);
    if (key !== null) {
      counters.push({ rule: id, limit: then.limit, key, inHead: isInHead(then.limit) });
    }
  }
  return { counters, payee, duplicate };
}
