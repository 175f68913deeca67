import { Micros } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { localClock } from "../windows/local-time.ts";
import { type CountedLimit, charge, hold, release, settle } from "./charge.ts";
import { type Counter, emptyCounter } from "./counter.ts";
import { usageIn } from "./usage.ts";

const clock = localClock("America/New_York");
const usd = (amount: number): Micros => Micros.fromCents(amount * 100);
const maximum = usd(100);
const perMonth: CountedLimit = {
  measure: { kind: "amount", maximum },
  window: { kind: "calendar", period: "month" },
};
const perDay: CountedLimit = { ...perMonth, window: { kind: "calendar", period: "day" } };
const inTotal: CountedLimit = { ...perMonth, window: null };
const lastDay: CountedLimit = { ...perMonth, window: { kind: "rolling", hours: 24 } };

const november = Date.parse("2026-11-30T12:00:00Z");
const december = Date.parse("2026-12-01T12:00:00Z");
const hourMs = 3_600_000;

const spend = (amount: number, payee: string | null = null) => ({ amount: usd(amount), payee });
const used = (counter: Counter, limit: CountedLimit, now: number): Micros =>
  usageIn(counter, limit.window, clock, now).used;

const payees = (counter: Counter, limit: CountedLimit, now: number) =>
  usageIn(counter, limit.window, clock, now).payees.toSorted();
const charged = (names: readonly string[], limit: CountedLimit, now: number): Counter =>
  names.reduce(
    (counter, payee) => charge(counter, limit, clock, now, spend(1, payee)),
    emptyCounter,
  );

describe("a calendar window", () => {
  it("starts at zero after its end in the deployment's time zone", () => {
    const counter = charge(emptyCounter, perMonth, clock, november, spend(20));
    expect(used(counter, perMonth, Date.parse("2026-12-01T04:59:59Z"))).toBe(usd(20));
    expect(used(counter, perMonth, Date.parse("2026-12-01T05:00:00Z"))).toBe(0n);
  });

  it("has the 25 hours of a day on which clocks are set back", () => {
    const start = Date.parse("2026-11-01T04:00:00Z");
    const counter = charge(emptyCounter, perDay, clock, start, spend(20));
    expect(used(counter, perDay, start + 25 * hourMs - 1)).toBe(usd(20));
    expect(used(counter, perDay, start + 25 * hourMs)).toBe(0n);
  });

  it("is not begun again by a clock that is behind", () => {
    let counter = charge(emptyCounter, perMonth, clock, november, spend(90));
    counter = charge(counter, perMonth, clock, december, spend(60));
    counter = charge(counter, perMonth, clock, november, spend(30));
    expect(used(counter, perMonth, november)).toBe(usd(90));
    expect(used(counter, perMonth, december)).toBe(usd(90));
  });

  it("stores one span", () => {
    let counter = emptyCounter;
    for (let day = 0; day < 90; day += 1)
      counter = charge(counter, perDay, clock, november + day * 24 * hourMs, spend(1));
    expect(counter.spans).toHaveLength(1);
  });
});

describe("a limit in total", () => {
  it("never starts again", () => {
    let counter = charge(emptyCounter, inTotal, clock, november, spend(20));
    counter = charge(counter, inTotal, clock, december, spend(30));
    expect(used(counter, inTotal, december + 10_000 * hourMs)).toBe(usd(50));
    expect(counter.spans.map(({ name }) => name)).toEqual(["all"]);
  });
});

describe("a rolling window", () => {
  it("counts a spend for the whole window and until its bucket has left it", () => {
    const counter = charge(emptyCounter, lastDay, clock, november, spend(20));
    expect(used(counter, lastDay, november + 24 * hourMs)).toBe(usd(20));
    expect(used(counter, lastDay, november + 25 * hourMs - 1)).toBe(usd(20));
    expect(used(counter, lastDay, november + 25 * hourMs)).toBe(0n);
  });

  it("counts what a clock that is ahead has spent", () => {
    const counter = charge(emptyCounter, lastDay, clock, november + 20 * hourMs, spend(20));
    expect(used(counter, lastDay, november)).toBe(usd(20));
  });

  it("retains buckets for a further window, in case the next clock is behind", () => {
    let counter = charge(emptyCounter, lastDay, clock, november, spend(20));
    counter = charge(counter, lastDay, clock, november + 48 * hourMs, spend(1));
    expect(used(counter, lastDay, november + 24 * hourMs)).toBe(usd(21));
    counter = charge(counter, lastDay, clock, november + 49 * hourMs, spend(1));
    expect(used(counter, lastDay, november + 24 * hourMs)).toBe(usd(2));
  });

  it("merges the oldest neighbours beyond 60 buckets without counting less", () => {
    let counter = charge(emptyCounter, lastDay, clock, november, spend(1));
    for (let hour = 2; hour <= 64; hour += 1)
      counter = charge(counter, lastDay, clock, november + hour * hourMs, spend(1));
    // A clock behind adds to the oldest buckets, which the newest clock has dropped.
    for (let hour = 16; hour >= 0; hour -= 1)
      counter = charge(counter, lastDay, clock, november + hour * hourMs, spend(1));
    expect(counter.spans).toHaveLength(60);
    expect(used(counter, lastDay, november)).toBe(
      counter.spans.reduce((sum, { spent }) => Micros.add(sum, spent), Micros.zero),
    );
    const hours = counter.spans.map(({ name }) => Number(name) - november / hourMs);
    expect(hours.slice(-4)).toEqual([8, 7, 3, 1]);
    expect(used(counter, lastDay, november)).toBe(usd(66));
  });

  it("is bounded for a clock that jumps", () => {
    let counter = emptyCounter;
    for (let step = 0; step < 200; step += 1)
      counter = charge(counter, lastDay, clock, november - step * 48 * hourMs, spend(1));
    expect(counter.spans).toHaveLength(60);
    expect(used(counter, lastDay, november - 200 * 48 * hourMs)).toBe(usd(200));
  });
});

describe("an amount on hold", () => {
  it("counts in every window until it is settled, then in that of the settlement", () => {
    const held = hold(emptyCounter, perMonth, clock, november, spend(20));
    expect(used(held, perMonth, november)).toBe(usd(20));
    expect(used(held, perMonth, december)).toBe(usd(20));
    const capture = { held: usd(20), captured: usd(15), payee: null, isFirst: true };
    const settled = settle(held, perMonth, clock, december, capture);
    expect(usageIn(settled, perMonth.window, clock, december)).toMatchObject({
      spent: usd(15),
      used: usd(15),
      count: 1,
      usedCount: 1,
    });
    expect(settled.held).toBe(0n);
  });

  it("stops to count when it is released", () => {
    const held = hold(emptyCounter, perMonth, clock, november, spend(20));
    expect(release(held, { held: usd(20), payee: null })).toEqual(emptyCounter);
  });

  it("counts one spend for several captures", () => {
    let counter = hold(emptyCounter, perMonth, clock, november, spend(20));
    counter = hold(counter, perMonth, clock, november, spend(7));
    const first = { held: usd(15), captured: usd(15), payee: null, isFirst: true };
    counter = settle(counter, perMonth, clock, november, first);
    expect(counter.held).toBe(usd(12));
    counter = settle(counter, perMonth, clock, november, {
      held: usd(5),
      captured: usd(9),
      payee: null,
      isFirst: false,
    });
    expect(usageIn(counter, perMonth.window, clock, november)).toMatchObject({
      spent: usd(24),
      count: 1,
      used: usd(31),
      usedCount: 2,
    });
  });

  it("never leaves less than nothing if the counter is newer than the hold", () => {
    const counter = release(emptyCounter, { held: usd(20), payee: "p1" });
    expect(counter).toEqual(emptyCounter);
  });
});

describe("distinct new payees", () => {
  const twoPayees: CountedLimit = { ...perMonth, measure: { kind: "newPayees", maximum: 2 } };

  it("are counted once each, up to one above the maximum", () => {
    expect(payees(charged(["p1", "p1", "p2"], twoPayees, november), twoPayees, november)).toEqual([
      "p1",
      "p2",
    ]);
    const beyond = charged(["p1", "p2", "p3", "p4", "p1"], twoPayees, november);
    expect(payees(beyond, twoPayees, november)).toEqual(["p1", "p2", "p3"]);
  });

  it("are not stored for other limits", () => {
    expect(charged(["p1"], perMonth, november).spans[0]?.payees).toEqual([]);
    expect(hold(emptyCounter, perMonth, clock, november, spend(1, "p1")).heldPayees).toEqual([]);
  });

  it("count while an amount is on hold, also in the next window", () => {
    let counter = hold(emptyCounter, twoPayees, clock, november, spend(1, "p1"));
    counter = hold(counter, twoPayees, clock, november, spend(1, "p1"));
    counter = charge(counter, twoPayees, clock, december, spend(1, "p2"));
    expect(payees(counter, twoPayees, december)).toEqual(["p1", "p2"]);
    counter = release(counter, { held: usd(1), payee: "p1" });
    expect(payees(counter, twoPayees, december)).toEqual(["p1", "p2"]);
    counter = release(counter, { held: usd(1), payee: "p1" });
    expect(payees(counter, twoPayees, december)).toEqual(["p2"]);
  });

  it("are still counted when a hold is settled above a lowered maximum", () => {
    let counter = charged(["p1", "p2"], twoPayees, november);
    counter = hold(counter, twoPayees, clock, november, spend(1, "p3"));
    const lowered: CountedLimit = { ...twoPayees, measure: { kind: "newPayees", maximum: 1 } };
    counter = settle(counter, lowered, clock, november, {
      held: usd(1),
      captured: usd(1),
      payee: "p3",
      isFirst: true,
    });
    expect(payees(counter, lowered, november)).toEqual(["p1", "p2", "p3"]);
  });

  it("count in a rolling window until their newest payment leaves it", () => {
    const limit: CountedLimit = { ...twoPayees, window: lastDay.window };
    let counter = charged(["p1", "p2"], limit, november);
    counter = charge(counter, limit, clock, november + 10 * hourMs, spend(1, "p1"));
    counter = charge(counter, limit, clock, november + 5 * hourMs, spend(1, "p1"));
    expect(payees(counter, limit, november + 26 * hourMs)).toEqual(["p1"]);
    expect(payees(counter, limit, november + 34 * hourMs)).toEqual(["p1"]);
    expect(payees(counter, limit, november + 35 * hourMs)).toEqual([]);
    expect(counter.spans.flatMap((span) => span.payees).toSorted()).toEqual(["p1", "p2"]);
  });
});
