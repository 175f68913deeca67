import { describe, expect, it } from "vitest";
import { anEntry } from "../inbox/proposal.fixture.ts";
import { pointsOf, ticksOf } from "./balance-points.ts";
import { spendByDay } from "./spend-by-day.ts";

const deposit = { type: "deposit", amountUsd: 60 } as const;

describe("the balance's line", () => {
  it("starts before the oldest entry and ends at the current balance", () => {
    const entries = [
      anEntry({ sequence: 8, ...deposit, balanceUsd: 156 }),
      anEntry({ sequence: 7, amountUsd: -4, balanceUsd: 96 }),
    ];
    expect(pointsOf(entries).map(({ sequence, balanceUsd }) => [sequence, balanceUsd])).toEqual([
      [6, 100],
      [7, 96],
      [8, 156],
      [9, 156],
    ]);
    expect(pointsOf([])).toEqual([]);
  });

  it("labels a few entries", () => {
    const entries = Array.from({ length: 100 }, (_, index) => anEntry({ sequence: 100 - index }));
    const ticks = ticksOf(entries);
    expect(ticks.length).toBeLessThanOrEqual(8);
    expect(ticks[0]).toBe(1);
  });
});

it("sums the spending of each day without reversals", () => {
  const today = "2026-11-21T10:00:00.000Z";
  const entries = [
    anEntry({ amountUsd: -0.1, createdAt: today }),
    anEntry({ amountUsd: -0.2, createdAt: today }),
    anEntry({ amountUsd: 0.2, reversalOf: "entry_1", createdAt: today }),
    anEntry({ ...deposit, createdAt: today }),
    anEntry({ amountUsd: -5, createdAt: "2026-11-20T23:59:59.000Z" }),
  ];
  expect(spendByDay(entries, 14)).toEqual([
    { day: "2026-11-20", spentUsd: 5 },
    { day: "2026-11-21", spentUsd: 0.3 },
  ]);
  expect(spendByDay(entries, 1)).toHaveLength(1);
});
