import { isTreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { localClock } from "./local-time.ts";

const at = (timeZone: string, moment: string) => localClock(timeZone)(Date.parse(moment));

describe("a local clock", () => {
  it.each([
    ["UTC", "2026-11-23T00:00:00Z", "2026-11-23", "mon", 0],
    ["UTC", "2026-11-22T23:59:59.999Z", "2026-11-22", "sun", 1439],
    ["Asia/Kolkata", "2026-12-31T18:30:00Z", "2027-01-01", "fri", 0],
    ["Asia/Kathmandu", "2026-01-01T00:00:00Z", "2026-01-01", "thu", 345],
    ["Pacific/Kiritimati", "2026-02-28T10:00:00Z", "2026-03-01", "sun", 0],
    ["America/New_York", "2028-02-29T04:59:59Z", "2028-02-28", "mon", 1439],
    ["America/New_York", "2028-02-29T05:00:00Z", "2028-02-29", "tue", 0],
  ])("in %s at %s reads %s, %s, minute %i", (timeZone, moment, day, weekday, minute) => {
    expect(at(timeZone, moment)).toMatchObject({ day, weekday, minute });
  });

  it.each([
    // Summer time begins: the hour from 2 to 3 is skipped.
    ["America/New_York", "2026-03-08T06:59:59Z", 119],
    ["America/New_York", "2026-03-08T07:00:00Z", 180],
    ["Europe/Berlin", "2026-03-29T01:00:00Z", 180],
    ["Australia/Lord_Howe", "2026-10-03T15:29:59Z", 119],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", 150],
    // Summer time ends.
    ["America/New_York", "2026-11-01T06:00:00Z", 60],
    ["Europe/Berlin", "2026-10-25T00:59:59Z", 179],
    ["Europe/Berlin", "2026-10-25T01:00:00Z", 120],
    ["Australia/Lord_Howe", "2026-04-04T14:59:59Z", 119],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", 90],
  ])("in %s at %s reads minute %i of the day of a clock change", (timeZone, moment, minute) => {
    expect(at(timeZone, moment).minute).toBe(minute);
  });

  it.each([
    ["Europe/Berlin", ["2026-10-25T00:00Z", "2026-10-25T01:00Z"]],
    ["America/New_York", ["2026-11-01T05:00Z", "2026-11-01T06:00Z"]],
    // The hours are 1:00 to 2:00 and 1:30 to 2:00.
    ["Australia/Lord_Howe", ["2026-04-04T14:00Z", "2026-04-04T14:30Z"]],
  ])("in %s names the repeated hour twice, in time order", (timeZone, [first, second]) => {
    const clock = localClock(timeZone);
    const change = Date.parse(`${second}`.replace("14:30", "15:00"));
    expect(clock(change - 1).hour).toBe(first);
    expect(clock(change).hour).toBe(second);
    expect(Math.floor(clock(change - 1).minute / 60)).toBe(Math.floor(clock(change).minute / 60));
  });

  it.each(["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Asia/Kathmandu"])(
    "in %s never names an earlier hour later in the year, nor one longer than an hour",
    (timeZone) => {
      const clock = localClock(timeZone);
      const quarterMs = 900_000;
      let last = "";
      let length = 0;
      for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += quarterMs) {
        const { hour } = clock(time);
        length = hour === last ? length + 1 : 1;
        expect(hour >= last && length <= 4).toBe(true);
        last = hour;
      }
    },
  );

  it("returns every millisecond around midnight correctly, in any order of calls", () => {
    const clock = localClock("Europe/Berlin");
    const midnight = Date.parse("2026-11-22T23:00:00Z");
    for (const [offset, day] of [
      [-1, "2026-11-22"],
      [0, "2026-11-23"],
      [999, "2026-11-23"],
      [-1_000, "2026-11-22"],
      [0, "2026-11-23"],
    ] as const) {
      expect(clock(midnight + offset).day).toBe(day);
    }
  });

  it("rejects an unknown time zone by name", () => {
    let thrown: unknown;
    try {
      localClock("Mars/Olympus");
    } catch (error) {
      thrown = error;
    }
    expect(isTreasuryError(thrown) && thrown.code).toBe("invalid_request");
    expect(String(thrown)).toContain("Mars/Olympus");
  });
});
