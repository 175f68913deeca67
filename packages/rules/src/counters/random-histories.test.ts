import { describe, expect, it } from "vitest";
import type { Window } from "../rule-set/rule-set.ts";
import { type LocalClock, localClock } from "../windows/local-time.ts";
import type { CountedLimit } from "./charge.ts";
import { counterFromJson, counterToJson } from "./counter-json.ts";
import { emptyCounter } from "./counter.ts";
import {
  calendarName,
  type History,
  type NaiveUsage,
  naiveUsage,
  newHistory,
  performRandomStep,
  seededNumbers,
} from "./history.fixture.ts";
import { usageIn } from "./usage.ts";

const hourMs = 3_600_000;
const histories = process.env["TEST_LONG"] === undefined ? 20 : 600;
const steps = 60;

const zones = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe"] as const;
const clocks = zones.map(localClock);
/** Shortly before a clock change, a leap day, and the end of ISO week 53. */
const starts = [
  Date.UTC(2026, 2, 8),
  Date.UTC(2026, 3, 4),
  Date.UTC(2026, 9, 24, 20),
  Date.UTC(2026, 11, 30),
  Date.UTC(2028, 1, 28),
];
const periods = [
  ["hour", hourMs],
  ["day", 23 * hourMs],
  ["week", 167 * hourMs],
  ["month", 671 * hourMs],
  ["quarter", 90 * 24 * hourMs],
  ["year", 365 * 24 * hourMs],
] as const;

interface Run {
  readonly window: Window | null;
  readonly windowMs: number;
  /** How far a clock may be from the true time. */
  readonly wanderMs: number;
  readonly check: (history: History, usage: NaiveUsage, now: number, clock: LocalClock) => void;
}

function runHistories({ window, windowMs, wanderMs, check }: Run): void {
  const limit: CountedLimit = { window, measure: { kind: "newPayees", maximum: 100 } };
  for (let seed = 1; seed <= histories; seed += 1) {
    const random = seededNumbers(seed);
    const clock = clocks[random(clocks.length)] ?? localClock("UTC");
    const history = newHistory();
    let time = starts[random(starts.length)] ?? 0;
    for (let step = 0; step < steps; step += 1) {
      time += random(Math.ceil(windowMs / 8));
      const wander = wanderMs === 0 ? 0 : random(2 * wanderMs) - wanderMs;
      const now = time + wander;
      performRandomStep(history, limit, clock, now, random);
      history.counter = counterFromJson(counterToJson(history.counter)) ?? emptyCounter;
      const read = wanderMs === 0 ? time + random(windowMs) : now;
      const usage = usageIn(history.counter, window, clock, read);
      check(history, { ...usage, payees: usage.payees.toSorted() }, read, clock);
    }
  }
}

/** Names the parts of `usage` that are below `least`. */
function partsBelow(least: NaiveUsage, usage: NaiveUsage): readonly string[] {
  return [
    ...(usage.used < least.used ? ["used"] : []),
    ...(usage.usedCount < least.usedCount ? ["usedCount"] : []),
    ...least.payees.filter((payee) => !usage.payees.includes(payee)),
  ];
}

describe("random histories", () => {
  it.each(periods)("per %s count exactly what a model of all spends counts", (period, windowMs) => {
    const window: Window = { kind: "calendar", period };
    runHistories({
      window,
      windowMs,
      wanderMs: 0,
      check: (history, usage, now, clock) => {
        const name = calendarName(window, clock, now);
        const own = naiveUsage(history, ({ at }) => calendarName(window, clock, at) === name);
        expect(usage).toMatchObject(own);
      },
    });
  });

  it.each(periods)(
    "per %s with clocks that wander count spends of a window that has ended in the newest",
    (period, windowMs) => {
      const window: Window = { kind: "calendar", period };
      runHistories({
        window,
        windowMs,
        wanderMs: 2 * windowMs,
        check: (history, usage, now, clock) => {
          const own = calendarName(window, clock, now);
          const newest = history.past.at(-1)?.window ?? "";
          const name = own > newest ? own : newest;
          expect(usage).toMatchObject(naiveUsage(history, (spend) => spend.window === name));
          const inWindow = ({ at }: { at: number }) => calendarName(window, clock, at) === name;
          expect(partsBelow(naiveUsage(history, inWindow), usage)).toEqual([]);
        },
      });
    },
  );

  it("in total count every spend", () => {
    runHistories({
      window: null,
      windowMs: hourMs,
      wanderMs: hourMs,
      check: (history, usage) => expect(usage).toMatchObject(naiveUsage(history, () => true)),
    });
  });

  it.each([1, 7, 24, 8_760])(
    "in the last %i hours count at least the window, at most a bucket more",
    (hours) => {
      const windowMs = hours * hourMs;
      runHistories({
        window: { kind: "rolling", hours },
        windowMs,
        wanderMs: 0,
        check: (history, usage, now) => {
          const inLast = (ms: number) => naiveUsage(history, ({ at }) => at >= now - ms);
          expect(partsBelow(inLast(windowMs), usage)).toEqual([]);
          expect(partsBelow(usage, inLast(windowMs + windowMs / 24))).toEqual([]);
        },
      });
    },
  );

  it.each([1, 7, 24, 8_760])(
    "in the last %i hours with clocks that wander by half a window never count less than the window",
    (hours) => {
      const windowMs = hours * hourMs;
      runHistories({
        window: { kind: "rolling", hours },
        windowMs,
        wanderMs: windowMs / 2,
        check: (history, usage, now) => {
          const inWindow = naiveUsage(history, ({ at }) => at >= now - windowMs);
          expect(partsBelow(inWindow, usage)).toEqual([]);
        },
      });
    },
  );
});
