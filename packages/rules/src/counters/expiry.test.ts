import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import type { Window } from "../rule-set/rule-set.ts";
import { localClock } from "../windows/local-time.ts";
import { type CountedLimit, charge, hold } from "./charge.ts";
import { emptyCounter } from "./counter.ts";
import { emptyAfter, isEmpty, retainedUntil } from "./expiry.ts";
import { usageIn } from "./usage.ts";

const clock = localClock("Europe/Berlin");
const now = Date.parse("2026-10-25T08:20:00Z");
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const spend = { amount: Micros.of(1n), payee: null };
const limitPer = (window: Window | null): CountedLimit => ({
  window,
  measure: { kind: "amount", maximum: Micros.of(1n) },
});

describe("a counter", () => {
  it.each([
    ["hour", "2026-10-25T09:00:00Z"],
    ["day", "2026-10-25T23:00:00Z"],
    ["week", "2026-10-25T23:00:00Z"],
    ["month", "2026-10-31T23:00:00Z"],
    ["quarter", "2026-12-31T23:00:00Z"],
    ["year", "2026-12-31T23:00:00Z"],
  ] as const)("per %s stops to count at %s", (period, moment) => {
    const window: Window = { kind: "calendar", period };
    const counter = charge(emptyCounter, limitPer(window), clock, now, spend);
    const end = Date.parse(moment);
    expect(emptyAfter(counter, window, clock, now)).toBe(end);
    expect(retainedUntil(counter, window, clock, now)).toBe(end + dayMs);
    expect(isEmpty(counter, window, clock, end - 1)).toBe(false);
    expect(isEmpty(counter, window, clock, end)).toBe(true);
  });

  it("of a rolling window stops to count when its newest bucket has left the window", () => {
    const window: Window = { kind: "rolling", hours: 24 };
    let counter = charge(emptyCounter, limitPer(window), clock, now, spend);
    counter = charge(counter, limitPer(window), clock, now - 3 * hourMs, spend);
    const end = Date.parse("2026-10-26T09:00:00Z");
    expect(emptyAfter(counter, window, clock, now)).toBe(end);
    expect(retainedUntil(counter, window, clock, now)).toBe(end + dayMs);
    expect(usageIn(counter, window, clock, end - 1).used).toBe(1n);
    expect(isEmpty(counter, window, clock, end - 1)).toBe(false);
    expect(isEmpty(counter, window, clock, end)).toBe(true);
  });

  it.each<Window>([
    { kind: "calendar", period: "day" },
    { kind: "rolling", hours: 1 },
  ])("with an amount on hold never stops to count (%j)", (window) => {
    const charged = charge(emptyCounter, limitPer(window), clock, now, spend);
    const counter = hold(charged, limitPer(window), clock, now, spend);
    expect(emptyAfter(counter, window, clock, now)).toBeNull();
    expect(retainedUntil(counter, window, clock, now)).toBeNull();
    expect(isEmpty(counter, window, clock, now + 100_000 * hourMs)).toBe(false);
  });

  it("in total never stops to count", () => {
    const counter = charge(emptyCounter, limitPer(null), clock, now, spend);
    expect(emptyAfter(counter, null, clock, now)).toBeNull();
    expect(isEmpty(counter, null, clock, now + 100_000 * hourMs)).toBe(false);
  });

  it("without spends is empty now", () => {
    expect(emptyAfter(emptyCounter, null, clock, now)).toBe(now);
    expect(isEmpty(emptyCounter, null, clock, now)).toBe(true);
  });
});
