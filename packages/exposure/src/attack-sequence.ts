import { Micros } from "@agent-treasury/provider";
import { type LocalClock, localClock } from "@agent-treasury/rules";
import type { Attack } from "./attack.ts";
import { AttackedWorkspace, type AttackSpend } from "./attacked-workspace.ts";
import { instantsOf, startsOf } from "./horizon-times.ts";
import { horizonEnd, spanOf } from "./horizon.ts";
import type { LimitRow } from "./limit-rows.ts";
import type { Solution } from "./linear-program.ts";
import type { SpendClass } from "./spend-classes.ts";

/** The rest of a longer sequence is left out, which reaches less. */
const maximumSpends = 5_000;
/** Evaluations, so that a long horizon with many classes ends. */
const maximumTries = 40_000;

interface AttackSequence {
  readonly spends: readonly AttackSpend[];
  readonly total: Micros;
}

/** Evaluates a sequence, and returns what it spends. */
export function replaySequence(attack: Attack, spends: readonly AttackSpend[]): Micros {
  const workspace = new AttackedWorkspace(attack, localClock(attack.timeZone));
  for (const spend of spends) workspace.pay(spend);
  return workspace.book.spent;
}

/**
 * Builds sequences from the solution of the program, and returns the one that spends most. Each one
 * spends, window after window, as much as the evaluator allows.
 */
export function bestSequence(
  attack: Attack,
  classes: readonly SpendClass[],
  rows: readonly LimitRow[],
  { amounts, duals }: Solution,
  proved: Micros | null,
): readonly AttackSpend[] {
  const clock = localClock(attack.timeZone);
  const weighted = rows.map((row, index) => ({
    ...row,
    weight: Math.max(0, duals[index] ?? 0) * (row.unit === "amount" ? 1 : 1e6),
  }));
  const minutes = [...new Set(classes.flatMap((one) => one.minutes))];
  const { horizon, now, credential } = attack;
  const span = spanOf(attack, clock);
  const expiry = credential?.expiresAt ?? Infinity;
  const chosen = span === null ? startsOf(weighted, minutes, horizon, now, clock) : [];
  const starts = chosen.filter((one) => one < expiry);
  const isEnding = attack.allocations.some(({ endsAt }) => endsAt !== null);
  if (isEnding || starts.length < chosen.length || span !== null) starts.push(now);
  const used = classes
    .map((_, index) => index)
    .filter((index) => (amounts[index] ?? 0) > 0)
    .toSorted((one, other) => (amounts[other] ?? 0) - (amounts[one] ?? 0));
  const others = classes.map((_, index) => index).filter((index) => !used.includes(index));
  const orders = [
    { order: used, isBudgeted: true },
    { order: [...used, ...others.slice(0, 20)], isBudgeted: false },
    { order: used.toReversed(), isBudgeted: false },
  ];
  let best: AttackSequence = { spends: [], total: Micros.zero };
  for (const start of starts) {
    const end = span?.end ?? Math.min(horizonEnd(start, horizon, clock), expiry - 1);
    const instants = instantsOf(start, end, rows, minutes, clock);
    for (const { order, isBudgeted } of orders) {
      const budgets = isBudgeted ? amounts.map((amount) => BigInt(Math.ceil(amount))) : null;
      const built = new SequenceBuilder(attack, classes, clock, budgets).build(instants, order);
      if (built.total > best.total) best = built;
      if (best.total === proved) return best.spends;
    }
  }
  return best.spends;
}

class SequenceBuilder {
  readonly #classes: readonly SpendClass[];
  readonly #workspace: AttackedWorkspace;
  readonly #budgets: bigint[] | null;
  readonly #spends: AttackSpend[] = [];
  /** By how much later spends of a class to one payee are smaller, so that none is a duplicate. */
  readonly #offsets = new Map<string, bigint>();
  #tries = 0;

  constructor(
    attack: Attack,
    classes: readonly SpendClass[],
    clock: LocalClock,
    budgets: bigint[] | null,
  ) {
    this.#classes = classes;
    this.#workspace = new AttackedWorkspace(attack, clock);
    this.#budgets = budgets;
  }

  build(instants: readonly number[], order: readonly number[]): AttackSequence {
    for (const at of instants) for (const index of order) this.#fill(index, at);
    return { spends: this.#spends, total: this.#workspace.book.spent };
  }

  #isFull(): boolean {
    return this.#spends.length >= maximumSpends || this.#tries >= maximumTries;
  }

  /** Pays one payee after the other, until two in turn get nothing. */
  #fill(index: number, at: number): void {
    const one = this.#classes[index];
    if (one === undefined) return;
    let failures = 0;
    for (let variant = 0; variant < one.variety && failures < 2; variant += 1) {
      if (this.#isFull()) return;
      failures = this.#payAll(one, index, variant, at) ? 0 : failures + 1;
    }
  }

  #payAll(one: SpendClass, index: number, variant: number, at: number): boolean {
    const place = `${index} ${variant}`;
    let offset = this.#offsets.get(place) ?? 0n;
    let isPaid = false;
    let refused = 0;
    while (refused < 3 && !this.#isFull()) {
      const budget = this.#budgets?.[index] ?? one.maximum;
      const most = (budget < one.maximum ? budget : one.maximum) as Micros;
      if (most <= 0n) return isPaid;
      this.#tries += 1;
      const room = this.#workspace.roomFor(this.#spendOf(one, variant, most, at), most);
      const amount = Micros.subtract(room, Micros.of(offset));
      if (amount <= 0n) return isPaid;
      const spend = this.#spendOf(one, variant, amount, at);
      if (!this.#workspace.pay(spend)) {
        refused += 1;
        offset += 1n;
        continue;
      }
      isPaid = true;
      refused = 0;
      this.#offsets.set(place, offset);
      this.#spends.push(spend);
      if (this.#budgets !== null) this.#budgets[index] = budget - amount;
    }
    return isPaid;
  }

  #spendOf(one: SpendClass, variant: number, amount: Micros, at: number): AttackSpend {
    const { proposedFrom } = one;
    const proposed = proposedFrom === null ? amount : Micros.max(amount, proposedFrom);
    const facts = { ...one.factsOf(variant), amount: proposed, approvedAmount: amount, at };
    return { facts, isKnown: one.isKnown === true, standing: one.standing };
  }
}
