import { describe, expect, it } from "vitest";
import { charge, hold } from "../counters/charge.ts";
import { type Counter, emptyCounter } from "../counters/counter.ts";
import { clock, dayMs, dollars, now, spendOf } from "../evaluate/evaluation.fixture.ts";
import type { Finding } from "../evaluate/finding.ts";
import type { Window } from "../rule-set/rule-set.ts";
import { allocationOf, month } from "./allocation.fixture.ts";
import type { Allocation } from "./allocation.ts";
import { evaluateAllocations } from "./evaluate-allocations.ts";
import { thresholdsReached } from "./thresholds.ts";

function counterWith(usd: number, window: Window | null = month, at = now): Counter {
  const limit = { measure: { kind: "amount", maximum: dollars(100) }, window } as const;
  const counted = { amount: dollars(usd), payee: null };
  return charge(emptyCounter, limit, clock, at, counted);
}

function limitsOf(allocation: Allocation, counter: Counter): readonly Finding[] {
  return evaluateAllocations([allocation], spendOf({ usd: 24 }), () => counter, clock).limits;
}

const marketing = allocationOf("marketing", { limit: { amount: dollars(150), window: month } });
const ads = allocationOf("ads", { parent: "marketing" });
const chain = [ads, marketing];

function evaluated(usd: number, counters: Readonly<Record<string, Counter | undefined>>) {
  return evaluateAllocations(chain, spendOf({ usd }), (id) => counters[id], clock);
}

describe("a spend from an allocation", () => {
  it("passes no limit if it fits exactly, and passes it by a cent", () => {
    const counters = { ads: counterWith(76), marketing: counterWith(76) };
    expect(evaluated(24, counters)).toEqual({ denied: null, limits: [] });
    expect(evaluated(24.01, counters).limits).toEqual([
      {
        rule: "allocation:ads",
        effect: "review",
        text: "Needs approval by allocation `ads`: $76.00 of $100.00 used this month; this spend is $24.01.",
        usage: { kind: "amount", used: dollars(76), maximum: dollars(100) },
      },
    ]);
  });

  it("is tested against all ancestors", () => {
    const counters = { ads: counterWith(10), marketing: counterWith(140) };
    expect(evaluated(10, counters).limits).toEqual([]);
    expect(evaluated(10.01, counters).limits.map((each) => each.rule)).toEqual([
      "allocation:marketing",
    ]);
    const both = { ads: counterWith(100), marketing: counterWith(150) };
    expect(evaluated(0.01, both).limits).toHaveLength(2);
  });

  it("is denied if a counter is missing", () => {
    const { denied } = evaluated(1, { ads: counterWith(1) });
    expect(denied?.text).toBe("Denied by allocation `marketing`: its usage is not available.");
  });

  it("is denied at execution if a limit is passed", () => {
    const counter = counterWith(90);
    const { denied, limits } = evaluateAllocations(
      [ads],
      spendOf(),
      () => counter,
      clock,
      "execution",
    );
    expect(denied).toBeNull();
    expect(limits.map((each) => [each.effect, each.text.slice(0, 26)])).toEqual([
      ["deny", "Denied by allocation `ads`"],
    ]);
  });

  it.each<[string, Partial<Allocation>, string]>([
    ["archived", { isArchived: true }, "it is archived."],
    ["ended", { endsAt: now }, "it ended on 2026-11-23."],
  ])("is denied if its allocation or an ancestor is %s", (_, given, reason) => {
    const closed = allocationOf("closed", { ...given, limit: null });
    for (const chained of [[closed], [ads, closed]]) {
      const { denied } = evaluateAllocations(chained, spendOf(), () => emptyCounter, clock);
      expect(denied?.text).toBe(`Denied by allocation \`closed\`: ${reason}`);
    }
  });

  it("is possible until the end", () => {
    const ending = allocationOf("a", { endsAt: now + 1 });
    expect(evaluateAllocations([ending], spendOf(), () => emptyCounter, clock).denied).toBeNull();
  });

  it("counts from zero in the next window, and in total without one", () => {
    const total = allocationOf("total", { limit: { amount: dollars(100), window: null } });
    const before = now - 40 * dayMs;
    expect(limitsOf(ads, counterWith(99, month, before))).toEqual([]);
    expect(limitsOf(total, counterWith(76, null, before))).toEqual([]);
    expect(limitsOf(total, counterWith(76.01, null, before))[0]?.text).toBe(
      "Needs approval by allocation `total`: $76.01 of $100.00 used in total; this spend is $24.00.",
    );
  });

  it("counts held amounts", () => {
    const limit = { measure: { kind: "amount", maximum: dollars(100) }, window: month } as const;
    const held = hold(emptyCounter, limit, clock, now, { amount: dollars(76.01), payee: null });
    expect(evaluateAllocations([ads], spendOf(), () => held, clock).limits).toHaveLength(1);
  });

  it("is not limited by an allocation without a limit", () => {
    const group = allocationOf("group", { limit: null });
    const result = evaluateAllocations([group], spendOf({ usd: 999 }), () => undefined, clock);
    expect(result).toEqual({ denied: null, limits: [] });
  });
});

describe("the thresholds that usage reaches", () => {
  it.each<[before: number, after: number, reached: readonly number[]]>([
    [0, 79.99, []],
    [79.99, 80, [80]],
    [80, 90, []],
    [79, 100, [80, 100]],
    [80, 99.99, []],
    [99.99, 100, [100]],
    [100, 120, []],
    [90, 70, []],
  ])("from %d to %d of 100 are %j", (before, after, reached) => {
    expect(thresholdsReached(dollars(before), dollars(after), dollars(100))).toEqual(reached);
  });

  it("are an empty list for a limit of zero", () => {
    expect(thresholdsReached(dollars(0), dollars(1), dollars(0))).toEqual([]);
  });
});
