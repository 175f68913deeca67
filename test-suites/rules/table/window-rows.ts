import type { CalendarPeriod, WrittenLimit } from "@agent-treasury/rules";
import type { PastStep, RuleRow } from "./rule-row.ts";

interface WindowTimes {
  readonly first: string;
  readonly last: string;
  /** The first moment of the next window. */
  readonly after: string;
}

/** $4.00 executed, $2.00 on hold and $1.00 captured of a hold of $3.00. Others do not count. */
function spendsAt(at: string): readonly PastStep[] {
  return [
    { at, usd: 5, isHeld: true, then: "released" },
    { usd: 4 },
    { usd: 2, isHeld: true },
    { usd: 3, isHeld: true, then: { capturedUsd: 1 } },
    { usd: 6, then: "proposed" },
  ];
}

function windowRow(
  type: string,
  title: string,
  per: WrittenLimit["per"],
  windows: readonly WindowTimes[],
): RuleRow {
  return {
    type,
    title,
    rules: [
      {
        id: "small",
        when: { amountUsd: { from: 6, below: 7 } },
        then: { requireApprovals: { count: 1 } },
      },
      { id: "window", then: { limit: { amountUsd: 10, per } } },
    ],
    cases: windows.flatMap(({ first, last, after }) => {
      const before = spendsAt(first);
      const spendCase = (name: string, at: string, usd: number, isAllowed: boolean) => ({
        name: `${name} at ${at}`,
        before,
        spend: { at, usd },
        outcome: isAllowed ? ("automatic" as const) : ("fails by window" as const),
      });
      return [
        spendCase("just below", last, 2.999999, true),
        spendCase("at the limit", last, 3, true),
        spendCase("just beyond", last, 3.000001, false),
        spendCase("only the hold counts, at the limit", after, 8, true),
        spendCase("only the hold counts, just beyond", after, 8.000001, false),
      ];
    }),
  };
}

const calendar: Readonly<Record<CalendarPeriod, readonly WindowTimes[]>> = {
  // The hour that the clock change in Berlin repeats.
  hour: [
    {
      first: "2026-10-25T00:00:00Z",
      last: "2026-10-25T00:59:59.999Z",
      after: "2026-10-25T01:00:00Z",
    },
  ],
  // Days of 25 and 23 hours.
  day: [
    {
      first: "2026-10-24T22:00:00Z",
      last: "2026-10-25T22:59:59.999Z",
      after: "2026-10-25T23:00:00Z",
    },
    {
      first: "2026-03-28T23:00:00Z",
      last: "2026-03-29T21:59:59.999Z",
      after: "2026-03-29T22:00:00Z",
    },
  ],
  week: [
    {
      first: "2026-10-18T22:00:00Z",
      last: "2026-10-25T22:59:59.999Z",
      after: "2026-10-25T23:00:00Z",
    },
    {
      first: "2026-12-27T23:00:00Z",
      last: "2027-01-03T22:59:59.999Z",
      after: "2027-01-03T23:00:00Z",
    },
  ],
  month: [
    {
      first: "2026-09-30T22:00:00Z",
      last: "2026-10-31T22:59:59.999Z",
      after: "2026-10-31T23:00:00Z",
    },
  ],
  quarter: [
    {
      first: "2025-12-31T23:00:00Z",
      last: "2026-03-31T21:59:59.999Z",
      after: "2026-03-31T22:00:00Z",
    },
  ],
  year: [
    {
      first: "2025-12-31T23:00:00Z",
      last: "2026-12-31T22:59:59.999Z",
      after: "2026-12-31T23:00:00Z",
    },
  ],
};

export const windowRows: readonly RuleRow[] = [
  windowRow("hour", "counts an hour that the clock change repeats as two", "hour", calendar.hour),
  windowRow("day", "counts days of 23 and 25 hours in the time zone", "day", calendar.day),
  windowRow("week", "counts from Monday, across a year and a clock change", "week", calendar.week),
  windowRow("month", "counts a month with a clock change", "month", calendar.month),
  windowRow("quarter", "counts a quarter with a clock change", "quarter", calendar.quarter),
  windowRow("year", "counts a year in the time zone", "year", calendar.year),
  windowRow(
    "rolling hours",
    "counts at least the last 24 hours, and at most one bucket more",
    { rollingHours: 24 },
    [
      {
        first: "2026-10-24T22:59:59.999Z",
        last: "2026-10-25T22:59:59.999Z",
        after: "2026-10-25T23:00:00Z",
      },
    ],
  ),
];
