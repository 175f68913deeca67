import { Micros } from "@agent-treasury/provider";
import { emptyCounter } from "../counters/counter.ts";
import { chargeMove, type Move } from "../counters/move.ts";
import { usedAmount } from "../counters/usage.ts";
import type { CompiledRules } from "../evaluate/compile-rules.ts";
import { countedCharges, type StoredCharge, storedCharges } from "../evaluate/counted-charges.ts";
import { evaluate, type RuleEvaluation } from "../evaluate/evaluate.ts";
import type { Finding } from "../evaluate/finding.ts";
import { refusalBy } from "../evaluate/refusal.ts";
import type { RuleMemory } from "../evaluate/rule-memory.ts";
import type { Moment } from "../evaluate/situation.ts";
import type { SpendFacts } from "../evaluate/spend-facts.ts";
import type { RuleSet } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { comparedKey } from "./judge-past.ts";
import {
  counterIn,
  isSharedIn,
  moveIn,
  paidKey,
  type RuleUsage,
  usageUnder,
} from "./rule-usage.ts";

/** Rules with their counters, for spends that are tried one after the other without a ledger. */
export class RuleTrial {
  /** Balance without held amounts. */
  available: Micros;
  readonly #usage: RuleUsage;
  readonly #clock: LocalClock;
  readonly #memory: RuleMemory;

  constructor(ruleSet: RuleSet, clock: LocalClock, available: Micros, compiled?: CompiledRules) {
    this.available = available;
    this.#clock = clock;
    const usage = usageUnder(ruleSet, compiled);
    this.#usage = usage;
    const availableNow = (): Micros => this.available;
    this.#memory = {
      counter: (key) => counterIn(usage, key),
      isShared: (key) => isSharedIn(usage, key),
      knownSince: (payee) => usage.paid.get(paidKey(payee)) ?? null,
      lastProposed: (payee, amount) => usage.proposed.get(comparedKey(payee, amount)) ?? null,
      get available() {
        return availableNow();
      },
    };
  }

  /** Gives the limit of a rule without groups a usage in its newest window: micros, or spends. */
  begin(rule: string, used: bigint, at: number): void {
    const entry = this.#usage.compiled.rules.find((one) => one.rule.id === rule);
    const { counter = null, rule: { then } = { then: null } } = entry ?? {};
    if (counter === null || then?.kind !== "limit" || then.limit.by !== null) return;
    const { kind } = then.limit.measure;
    if (kind === "newPayees") return;
    const amount = kind === "amount" ? Micros.of(used) : Micros.zero;
    const before = chargeMove(amount, this.#clock, at).apply(emptyCounter, then.limit, null);
    const count = kind === "count" ? Number(used) : 1;
    const after = { ...before, spans: before.spans.map((span) => ({ ...span, count })) };
    this.#usage.counters.set(counter, after);
  }

  judge(facts: SpendFacts, moment: Moment = "proposal"): RuleEvaluation {
    return evaluate(this.#usage.compiled, facts, this.#memory, this.#clock, moment);
  }

  /** Returns why a spend fails at its execution; null if it does not. */
  refusal(evaluation: RuleEvaluation, { at }: SpendFacts): Finding | null {
    return refusalBy(evaluation, this.#usage.groups, at);
  }

  /** Remembers a proposal for rules that find duplicates. */
  propose({ payee, amount, at }: SpendFacts): void {
    this.#usage.proposed.set(comparedKey(payee.id, amount), at);
  }

  /** Remembers a payment to the payee that a person approved. */
  know({ payee, at }: Pick<SpendFacts, "payee" | "at">): void {
    this.#usage.paid.set(paidKey(payee.id), at);
  }

  /** Charges a spend to its counters, and returns what `move` needs to settle it. */
  carryOut(
    { agentId, approvedAmount, at }: SpendFacts,
    { charges }: RuleEvaluation,
    isAutomatic: boolean,
    move: Move = chargeMove(approvedAmount, this.#clock, at),
  ): readonly StoredCharge[] {
    const stored = storedCharges(charges, isAutomatic);
    this.move(agentId, stored, move, at);
    return stored;
  }

  move(agentId: string, charges: readonly StoredCharge[], move: Move, at: number): void {
    moveIn(this.#usage, agentId, charges, move, this.#clock, at);
  }

  /** Returns the least that is left of the amounts per window that a spend is charged to. */
  roomFor(
    { at }: SpendFacts,
    { charges }: RuleEvaluation,
    isAutomatic: boolean,
    most: Micros,
  ): Micros {
    let room = most;
    for (const { key, limit } of countedCharges(charges, isAutomatic)) {
      if (limit.measure.kind !== "amount") continue;
      const used = usedAmount(counterIn(this.#usage, key), limit.window, this.#clock, at);
      const left = Micros.subtract(limit.measure.maximum, used);
      if (left < room) room = left;
    }
    return room;
  }
}
