import type { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { charge, hold } from "../counters/charge.ts";
import type { CounterKey } from "../counters/counter-key.ts";
import { type Counter, emptyCounter } from "../counters/counter.ts";
import { readRuleSet } from "../rule-set/read-rule-set.ts";
import type { WrittenRule } from "../rule-set/written-rule-set.ts";
import { type LocalClock, localClock } from "../windows/local-time.ts";
import { type CompiledRules, compileRules } from "./compile-rules.ts";
import { type Evaluation, evaluate } from "./evaluate.ts";
import type { RuleMemory } from "./rule-memory.ts";
import type { Moment } from "./situation.ts";
import type { SpendFacts } from "./spend-facts.ts";

export const hourMs = 3_600_000;
export const dayMs: number = 24 * hourMs;
/** Monday, 23 November 2026, 15:30 in Berlin. */
export const now: number = Date.UTC(2026, 10, 23, 14, 30);
export const clock: LocalClock = localClock("Europe/Berlin");

export const dollars = (usd: number): Micros => limitFromUsd(usd, "usd");

export interface GivenSpend extends Partial<Omit<SpendFacts, "amount" | "vendor">> {
  /** 24 by default. */
  readonly usd?: number;
  readonly vendor?: string;
}

export function spendOf({ usd = 24, vendor = "aws", ...given }: GivenSpend = {}): SpendFacts {
  const amount = dollars(usd);
  return {
    amount,
    approvedAmount: amount,
    payee: { id: `name:${vendor}`, isSelfReported: true },
    vendor,
    category: "software",
    agentId: "agent",
    allocations: [],
    rail: "ledger",
    at: now,
    ...given,
  };
}

export function compiledOf(...rules: readonly WrittenRule[]): CompiledRules {
  return compileRules(readRuleSet({ version: 1, rules }));
}

export const emptyMemory: RuleMemory = {
  counter: () => emptyCounter,
  knownSince: () => null,
  lastProposed: () => null,
  available: dollars(1_000),
};

const nameOf = ({ counter, group }: CounterKey): string => `${counter}/${group}`;

/** Rules with the counters that they move. */
export interface RuleHistory {
  evaluate(given: GivenSpend, moment?: Moment): Evaluation;
  /** Executes a spend whatever the rules require. */
  spend(given: GivenSpend): void;
  hold(given: GivenSpend): void;
}

export function ruleHistory(
  rules: readonly WrittenRule[],
  memory: Partial<RuleMemory> = {},
): RuleHistory {
  const compiled = compiledOf(...rules);
  const counters = new Map<string, Counter>();
  const counterOf = (key: CounterKey) => counters.get(nameOf(key)) ?? emptyCounter;
  const all = { ...emptyMemory, counter: counterOf, ...memory };
  const evaluateGiven = (given: GivenSpend, moment?: Moment) =>
    evaluate(compiled, spendOf(given), all, clock, moment);
  const move = (given: GivenSpend, count: typeof charge) => {
    const { amount, at } = spendOf(given);
    for (const { key, limit, payee } of evaluateGiven(given).charges) {
      counters.set(nameOf(key), count(counterOf(key), limit, clock, at, { amount, payee }));
    }
  };
  return {
    evaluate: evaluateGiven,
    spend: (given) => move(given, charge),
    hold: (given) => move(given, hold),
  };
}

export type Verdict =
  | "denied"
  | "review"
  | "duplicate"
  | "not automatic"
  | `needs ${number}`
  | "approved"
  | "nothing";

export function verdictOf(evaluation: Evaluation): Verdict {
  if (evaluation.denied !== null) return "denied";
  if (evaluation.limits.length > 0) return "review";
  if (evaluation.duplicates.length > 0) return "duplicate";
  if (evaluation.automaticLimits.length > 0) return "not automatic";
  const needed = Math.max(0, ...evaluation.requirements.map((each) => each.count));
  if (needed > 0) return `needs ${needed}`;
  return evaluation.approvedBy === null ? "nothing" : "approved";
}
