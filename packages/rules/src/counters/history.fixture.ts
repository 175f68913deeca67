import { Micros } from "@agent-treasury/provider";
import type { Window } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { windowName } from "../windows/window-name.ts";
import { type CountedLimit, charge, hold, release, settle } from "./charge.ts";
import { type Counter, emptyCounter } from "./counter.ts";

/** The generator mulberry32. Returns whole numbers from 0 up to, and without, `bound`. */
export function seededNumbers(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

interface PastSpend {
  readonly amount: Micros;
  readonly payee: string;
  readonly isFirst: boolean;
  readonly at: number;
  /** The newest window of any spend so far. */
  readonly window: string;
}

interface OpenHold {
  readonly amount: Micros;
  readonly payee: string;
}

/** What a naive model remembers: all past spends and open holds. */
export interface History {
  counter: Counter;
  readonly past: PastSpend[];
  readonly holds: OpenHold[];
}

export const newHistory = (): History => ({ counter: emptyCounter, past: [], holds: [] });

/** One random charge, hold, settlement, late capture or release. */
export function performRandomStep(
  history: History,
  limit: CountedLimit,
  clock: LocalClock,
  now: number,
  below: (bound: number) => number,
): void {
  const amount = Micros.of(BigInt(1 + below(1_000)));
  const payee = `p${below(6)}`;
  const { counter, holds, past } = history;
  const remember = (spend: Omit<PastSpend, "at" | "window">): void => {
    const own = calendarName(limit.window, clock, now);
    const newest = past.at(-1)?.window ?? "";
    past.push({ ...spend, at: now, window: own > newest ? own : newest });
  };
  const action = below(10);
  const open = action >= 6 ? holds.splice(below(Math.max(holds.length, 1)), 1)[0] : undefined;
  if (action < 3) {
    history.counter = charge(counter, limit, clock, now, { amount, payee });
    remember({ amount, payee, isFirst: true });
  } else if (action < 6) {
    history.counter = hold(counter, limit, clock, now, { amount, payee });
    holds.push({ amount, payee });
  } else if (open !== undefined && action === 9) {
    history.counter = release(counter, { held: open.amount, payee: open.payee });
  } else if (open !== undefined) {
    const first = { held: open.amount, captured: amount, payee: open.payee, isFirst: true };
    history.counter = settle(counter, limit, clock, now, first);
    remember({ amount, payee: open.payee, isFirst: true });
    if (action === 8) {
      const late = { ...first, held: Micros.zero, isFirst: false };
      history.counter = settle(history.counter, limit, clock, now, late);
      remember({ amount, payee: open.payee, isFirst: false });
    }
  }
}

export interface NaiveUsage {
  readonly used: Micros;
  readonly usedCount: number;
  readonly payees: readonly string[];
}

export function naiveUsage(
  { past, holds }: History,
  isCounted: (spend: PastSpend) => boolean,
): NaiveUsage {
  const spends = past.filter(isCounted);
  return {
    used: [...spends, ...holds].reduce((sum, { amount }) => Micros.add(sum, amount), Micros.zero),
    usedCount: spends.filter(({ isFirst }) => isFirst).length + holds.length,
    payees: [...new Set([...spends, ...holds].map(({ payee }) => payee))].toSorted(),
  };
}

export function calendarName(window: Window | null, clock: LocalClock, now: number): string {
  return windowName(window?.kind === "calendar" ? window.period : null, clock(now));
}
