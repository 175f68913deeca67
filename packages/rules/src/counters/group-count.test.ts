import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import type { Window } from "../rule-set/rule-set.ts";
import { localClock } from "../windows/local-time.ts";
import { type CountedLimit, charge, hold, settle } from "./charge.ts";
import { type Counter, emptyCounter } from "./counter.ts";
import { isEmpty } from "./expiry.ts";
import { type GroupCount, countGroup, groupEnd, liveGroups, neverEmpty } from "./group-count.ts";
import { seededNumbers } from "./history.fixture.ts";

const clock = localClock("America/New_York");
const start = Date.parse("2026-10-30T12:00:00Z");
const hourMs = 3_600_000;
const amount = Micros.of(1n);
const limitPer = (window: Window): CountedLimit => ({
  window,
  measure: { kind: "amount", maximum: amount },
});

describe("the live groups of a rule", () => {
  it("are counted by the time at which they end", () => {
    let groups: GroupCount = [];
    for (let group = 0; group < 3; group += 1)
      groups = countGroup(groups, { before: null, after: 100 }, 50);
    expect(groups).toEqual([[100, 3]]);
    expect(countGroup(groups, { before: 100, after: 200 }, 50)).toEqual([
      [100, 2],
      [200, 1],
    ]);
    expect(countGroup(groups, { before: 40, after: 200 }, 100)).toEqual([[200, 1]]);
  });

  it("stay live while an amount is on hold", () => {
    const groups = countGroup([], { before: null, after: neverEmpty }, 50);
    expect(countGroup(groups, { before: null, after: null }, 1e15)).toEqual(groups);
    expect(countGroup(groups, { before: neverEmpty, after: null }, 60)).toEqual([]);
  });

  it("are never fewer than none if a clock that is ahead has dropped them", () => {
    const dropped = countGroup([[100, 1]], { before: null, after: 200 }, 150);
    expect(countGroup(dropped, { before: 100, after: 100 }, 50)).toEqual([
      [100, 1],
      [200, 1],
    ]);
  });

  it("have at most 4 ends, and the later of two merged ends holds", () => {
    const groups: GroupCount = [
      [100, 1],
      [200, 2],
      [300, 3],
      [neverEmpty, 4],
    ];
    expect(countGroup(groups, { before: null, after: 400 }, 50)).toEqual([
      [200, 3],
      [300, 3],
      [400, 1],
      [neverEmpty, 4],
    ]);
  });

  it.each<Window>([
    { kind: "calendar", period: "day" },
    { kind: "calendar", period: "week" },
    { kind: "rolling", hours: 24 },
    { kind: "rolling", hours: 7 },
  ])("are never fewer than the groups with usage, and all end (%j)", (window) => {
    const below = seededNumbers(7);
    const limit = limitPer(window);
    const counters = new Map<number, Counter>();
    let groups: GroupCount = [];
    let now = start;
    for (let step = 0; step < 600; step += 1) {
      now += below(hourMs / 2);
      const group = below(100);
      const before = counters.get(group) ?? emptyCounter;
      const isHeld = before.heldCount > 0;
      const capture = { held: amount, captured: amount, payee: null, isFirst: true };
      let after = charge(before, limit, clock, now, { amount, payee: null });
      if (isHeld) after = settle(before, limit, clock, now, capture);
      else if (below(4) === 0) after = hold(before, limit, clock, now, { amount, payee: null });
      counters.set(group, after);
      const end = (counter: Counter) => groupEnd(counter, window, clock, now);
      groups = countGroup(groups, { before: end(before), after: end(after) }, now);
      const live = [...counters.values()].filter((counter) => end(counter) !== null).length;
      expect(liveGroups(groups)).toBe(live);
      expect(live).toBeGreaterThanOrEqual(
        [...counters.values()].filter((counter) => !isEmpty(counter, window, clock, now)).length,
      );
      expect(groups.length).toBeLessThanOrEqual(4);
    }
    const held = [...counters.values()].filter(({ heldCount }) => heldCount > 0).length;
    const later = countGroup(groups, { before: null, after: null }, now + 400 * hourMs);
    expect(liveGroups(later)).toBe(held);
  });
});
