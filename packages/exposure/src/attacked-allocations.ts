import { Micros } from "@agent-treasury/provider";
import {
  chainOf,
  chargeMove,
  type Counter,
  emptyCounter,
  evaluateAllocations,
  type LocalClock,
  type Move,
  type SpendFacts,
  usageIn,
} from "@agent-treasury/rules";
import {
  allocationSource,
  type Attack,
  limitedAllocations,
  type LimitedAllocation,
} from "./attack.ts";

/** Allocations in memory, with their evaluator and counters. */
export class AttackedAllocations {
  readonly #attack: Attack;
  readonly #clock: LocalClock;
  readonly #counters = new Map<string, Counter>();

  constructor(attack: Attack, clock: LocalClock) {
    this.#attack = attack;
    this.#clock = clock;
    const { used, now } = attack;
    for (const one of limitedAllocations(attack)) {
      const before = used?.get(allocationSource(one.id)) ?? 0n;
      if (before > 0n) this.#moveOne(one, chargeMove(Micros.of(before), clock, now));
    }
  }

  /** Whether a spend fails, or waits for a person, because of its allocation. */
  refuse(facts: SpendFacts): boolean {
    const { allocations } = this.#attack;
    const [own] = facts.allocations;
    if (own === undefined) return false;
    const chain = chainOf(allocations, own);
    if (chain === null) return true;
    const counterOf = (id: string): Counter => this.#counterOf(id);
    const { denied, limits } = evaluateAllocations(chain, facts, counterOf, this.#clock);
    return denied !== null || limits.length > 0;
  }

  roomFor(facts: SpendFacts, most: Micros): Micros {
    return this.#limitsOf(facts).reduce((least, { id, limit }) => {
      const { used } = usageIn(this.#counterOf(id), limit.window, this.#clock, facts.at);
      const left = Micros.subtract(limit.amount, used);
      return left < least ? left : least;
    }, most);
  }

  move(facts: SpendFacts, move: Move): void {
    for (const one of this.#limitsOf(facts)) this.#moveOne(one, move);
  }

  #limitsOf({ allocations }: SpendFacts): readonly LimitedAllocation[] {
    return limitedAllocations(this.#attack).filter(({ id }) => allocations.includes(id));
  }

  #moveOne({ id, limit }: LimitedAllocation, move: Move): void {
    const { amount: maximum, window } = limit;
    const counted = { measure: { kind: "amount", maximum }, window } as const;
    this.#counters.set(id, move.apply(this.#counterOf(id), counted, null));
  }

  #counterOf(id: string): Counter {
    return this.#counters.get(id) ?? emptyCounter;
  }
}
