import { describe, expect, it } from "vitest";
import type { CalendarPeriod } from "./calendar.ts";
import { localClock } from "./local-time.ts";
import { windowEnd } from "./window-end.ts";
import { windowName } from "./window-name.ts";

const periods = ["hour", "day", "week", "month", "quarter", "year"] as const;
const zones = ["UTC", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe"] as const;

describe("a window's name", () => {
  it.each([
    ["hour", "2026-11-23T10:59:59Z", "2026-11-23T10:00Z"],
    ["day", "2026-11-23T10:00:00Z", "2026-11-23"],
    ["week", "2026-11-23T00:00:00Z", "2026-W48"],
    ["week", "2026-11-22T23:59:59Z", "2026-W47"],
    ["week", "2026-12-31T12:00:00Z", "2026-W53"],
    ["week", "2027-01-03T23:59:59Z", "2026-W53"],
    ["week", "2027-01-04T00:00:00Z", "2027-W01"],
    ["week", "2024-12-30T00:00:00Z", "2025-W01"],
    ["week", "2028-02-29T12:00:00Z", "2028-W09"],
    ["month", "2028-02-29T23:59:59Z", "2028-02"],
    ["month", "2028-03-01T00:00:00Z", "2028-03"],
    ["month", "2026-02-28T23:59:59Z", "2026-02"],
    ["quarter", "2026-03-31T23:59:59Z", "2026-Q1"],
    ["quarter", "2026-04-01T00:00:00Z", "2026-Q2"],
    ["quarter", "2026-12-31T23:59:59Z", "2026-Q4"],
    ["year", "2026-12-31T23:59:59Z", "2026"],
    ["year", "2027-01-01T00:00:00Z", "2027"],
    [null, "2026-11-23T10:00:00Z", "all"],
  ] as const)("per %s at %s is %s", (period, moment, name) => {
    expect(windowName(period, localClock("UTC")(Date.parse(moment)))).toBe(name);
  });

  it("follows the time zone at the end of a month, quarter and year", () => {
    const local = localClock("America/New_York")(Date.parse("2027-01-01T04:59:59Z"));
    expect(periods.slice(1).map((period) => windowName(period, local))).toEqual([
      "2026-12-31",
      "2026-W53",
      "2026-12",
      "2026-Q4",
      "2026",
    ]);
  });
});

describe("a window's end", () => {
  it.each([
    ["Europe/Berlin", "day", "2026-10-25", "2026-10-25T23:00:00Z"],
    ["Europe/Berlin", "month", "2026-10", "2026-10-31T23:00:00Z"],
    ["America/New_York", "day", "2026-03-08", "2026-03-09T04:00:00Z"],
    ["America/New_York", "week", "2026-W53", "2027-01-04T05:00:00Z"],
    ["America/New_York", "quarter", "2026-Q1", "2026-04-01T04:00:00Z"],
    // The offset changes between the local midnight and midnight in UTC.
    ["Australia/Lord_Howe", "day", "2026-04-04", "2026-04-04T13:00:00Z"],
    ["Australia/Lord_Howe", "day", "2026-10-03", "2026-10-03T13:30:00Z"],
    ["Australia/Lord_Howe", "hour", "2026-04-04T14:00Z", "2026-04-04T15:00:00Z"],
    ["Australia/Lord_Howe", "hour", "2026-04-04T14:30Z", "2026-04-04T15:30:00Z"],
    ["UTC", "month", "2028-02", "2028-03-01T00:00:00Z"],
    ["UTC", "year", "2026", "2027-01-01T00:00:00Z"],
    // Midnight does not exist: clocks go from 0:00 to 1:00.
    ["Africa/Cairo", "day", "2026-04-23", "2026-04-23T22:00:00Z"],
    // 2011-12-30 does not exist.
    ["Pacific/Apia", "day", "2011-12-29", "2011-12-30T10:00:00Z"],
  ] as const)("in %s of the %s %s is %s", (timeZone, period, name, end) => {
    expect(windowEnd(period, name, localClock(timeZone))).toBe(Date.parse(end));
  });

  it.each(zones)(
    "in %s is where the next name begins, in every week of three years",
    (timeZone) => {
      const clock = localClock(timeZone);
      const nameAt = (period: CalendarPeriod, time: number) => windowName(period, clock(time));
      for (
        let time = Date.UTC(2026, 0, 1);
        time < Date.UTC(2029, 0, 1);
        time += 7 * 86_400_000 + 1
      ) {
        for (const period of periods) {
          const name = nameAt(period, time);
          const end = windowEnd(period, name, clock);
          expect([nameAt(period, end - 1), nameAt(period, end) > name]).toEqual([name, true]);
        }
      }
    },
  );

  it("is found for each of two windows that are read in turn", () => {
    const clock = localClock("UTC");
    const november = Date.UTC(2026, 11, 1);
    const december = Date.UTC(2027, 0, 1);
    for (const [name, end] of [
      ["2026-11", november],
      ["2026-12", december],
      ["2026-11", november],
    ] as const) {
      expect(windowEnd("month", name, clock)).toBe(end);
    }
  });
});
