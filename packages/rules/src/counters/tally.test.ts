import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import type { Window } from "../rule-set/rule-set.ts";
import { localClock } from "../windows/local-time.ts";
import type { CountedLimit } from "./charge.ts";
import { type Counter, emptyCounter } from "./counter.ts";
import { seededNumbers } from "./history.fixture.ts";
import { chargeMove, holdMove, type Move, releaseMove, settleMove } from "./move.ts";
import { canTally, emptyTally, sumOfTallies, type Tally, withTally } from "./tally.ts";
import { usageIn, usedAmount, usedCount } from "./usage.ts";

const hourMs = 3_600_000;
const start = Date.UTC(2026, 9, 24, 20);
const clock = localClock("Europe/Berlin");
/** Random histories of each limit. */
const histories = process.env["TEST_LONG"] === undefined ? 20 : 400;
const dollar = Micros.of(1_000_000n);

const windows: readonly (readonly [string, Window | null])[] = [
  ["per hour", { kind: "calendar", period: "hour" }],
  ["per month", { kind: "calendar", period: "month" }],
  ["in the last 24 hours", { kind: "rolling", hours: 24 }],
  ["in total", null],
];
const measures: readonly CountedLimit["measure"][] = [
  { kind: "amount", maximum: dollar },
  { kind: "newPayees", maximum: 3 },
];

/** A counter that contains all spends, and one with a tally of what `canTally` allows. */
class Pair {
  counter: Counter = emptyCounter;
  base: Counter = emptyCounter;
  tally: Tally = emptyTally;
  tallied = 0;

  move({ apply, tally }: Move, limit: CountedLimit, now: number, payee: string): void {
    this.counter = apply(this.counter, limit, payee);
    if (tally !== null && canTally(this.base, limit, clock, now, payee)) {
      this.tally = sumOfTallies(this.tally, tally);
      this.tallied += 1;
    } else {
      this.base = apply(withTally(this.base, this.tally), limit, payee);
      this.tally = emptyTally;
    }
  }
}

function randomMove(
  holds: Micros[],
  amount: Micros,
  now: number,
  below: (bound: number) => number,
): Move {
  const action = below(10);
  if (action < 7) return chargeMove(amount, clock, now);
  const held = action < 8 ? undefined : holds.pop();
  if (held === undefined) {
    holds.push(amount);
    return holdMove(amount, clock, now);
  }
  if (action === 8) return releaseMove(held);
  return settleMove(held, { captured: amount, isFirst: true }, clock, now);
}

describe.each(windows)("a counter %s with a tally", (_, window) => {
  it.each(measures)("counts as one without, for limits of $kind", (measure) => {
    const limit: CountedLimit = { measure, window };
    let tallied = 0;
    for (let seed = 1; seed <= histories; seed += 1) {
      const below = seededNumbers(seed);
      const pair = new Pair();
      const holds: Micros[] = [];
      let time = start;
      for (let step = 0; step < 60; step += 1) {
        time += below(4) === 0 ? below(2 * hourMs) : below(60_000);
        const now = time + below(hourMs) - hourMs / 2;
        const move = randomMove(holds, Micros.of(BigInt(1 + below(1_000))), now, below);
        pair.move(move, limit, now, `p${below(5)}`);
        expect(withTally(pair.base, pair.tally)).toEqual(pair.counter);
        const later = now + below(30 * hourMs);
        const usage = usageIn(pair.counter, window, clock, later);
        expect(usedAmount(pair.base, window, clock, later, pair.tally)).toBe(usage.used);
        expect(usedCount(pair.base, window, clock, later, pair.tally)).toBe(usage.usedCount);
        expect(usageIn(pair.base, window, clock, later).payees).toEqual(usage.payees);
      }
      tallied += pair.tallied;
    }
    expect(tallied).toBeGreaterThan(5 * histories);
  });
});

describe("a tally", () => {
  const limit: CountedLimit = { measure: { kind: "amount", maximum: dollar }, window: null };

  it("does not begin a counter", () => {
    expect(canTally(emptyCounter, limit, clock, start, null)).toBe(false);
    expect(withTally(emptyCounter, emptyTally)).toBe(emptyCounter);
  });

  it("does not contain a payee that the newest span lacks", () => {
    const payees: CountedLimit = { ...limit, measure: { kind: "newPayees", maximum: 3 } };
    const counter = chargeMove(dollar, clock, start).apply(emptyCounter, payees, "a");
    expect(canTally(counter, payees, clock, start, "a")).toBe(true);
    expect(canTally(counter, payees, clock, start, "b")).toBe(false);
  });
});
