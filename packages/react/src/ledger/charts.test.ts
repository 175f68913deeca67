import { describe, expect, it } from "vitest";
import { anEntry } from "../inbox/proposal.fixture.ts";
import { pointsOf, tickLabels } from "./balance-points.ts";
import { entryParts, entryText } from "./entry-text.ts";
import { lastDays, spendByDay } from "./spend-by-day.ts";

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

  it("labels a few entries, and each day once", () => {
    const entries = Array.from({ length: 100 }, (_, index) => {
      const createdAt = new Date(Date.UTC(2026, 10, 20) - index * 6 * 3_600_000).toISOString();
      return anEntry({ sequence: 100 - index, createdAt });
    });
    const [first, ...others] = tickLabels(entries).keys();
    expect(first).toBe(1);
    expect(others.length).toBe(7);
    const within = tickLabels(entries.slice(0, 9));
    expect(new Set(within.values()).size).toBe(within.size);
    expect(within.size).toBeLessThanOrEqual(4);
  });
});

it.each([
  ["https://a.example: GET https://a.example/lisbon: the weather", "a.example/lisbon: the weather"],
  [
    "Refund by https://a.example:8443: POST https://a.example:8443/x with a body of 2 characters: y",
    "Refund by POST a.example:8443/x with a body of 2 characters: y",
  ],
  [
    "https://a.example: GET https://b.example/x: y",
    "https://a.example: GET https://b.example/x: y",
  ],
  ["Sticker Mule: stickers", "Sticker Mule: stickers"],
])("shows an entry %s as %s", (description, text) => {
  expect(entryText(description)).toBe(text);
});

it("sums the spending of each business day until today, without reversals", () => {
  // In Tokyo, the day begins at 15:00 UTC.
  const days = lastDays(14, new Date("2026-11-21T15:00:00.000Z"), "Asia/Tokyo");
  const today = { createdAt: "2026-11-20T16:00:00.000Z", businessDay: "2026-11-21" };
  const entries = [
    anEntry({ amountUsd: -0.1, ...today }),
    anEntry({ amountUsd: -0.2, ...today }),
    anEntry({ amountUsd: 0.2, reversalOf: "entry_1", ...today }),
    anEntry({ ...deposit, ...today }),
    anEntry({
      amountUsd: -5,
      createdAt: "2026-11-19T14:59:59.000Z",
      businessDay: "2026-11-19",
    }),
  ];
  expect(spendByDay(entries, days)).toEqual([
    { day: "2026-11-19", spentUsd: 5 },
    { day: "2026-11-20", spentUsd: 0 },
    { day: "2026-11-21", spentUsd: 0.3 },
    { day: "2026-11-22", spentUsd: 0 },
  ]);
  expect(spendByDay(entries, days.slice(-2))).toHaveLength(2);
  expect(spendByDay([], days)).toEqual([]);
});

it("ends the line of an address before a dot or a slash", () => {
  const description =
    "https://api.weather.example: GET https://api.weather.example/v1.5/now: the weather. $0.50";
  expect(entryParts(description)).toEqual([
    "api",
    ".weather",
    ".example",
    "/v1.5",
    "/now: the weather. $0.50",
  ]);
});
