import { isTreasuryError, Micros } from "@agent-treasury/provider";
import { describe, expect, it, vi } from "vitest";
import { type Account, openAccount } from "./account.ts";
import { calendarOf, rollDay, secondsUntilAfter } from "./business-day.ts";

const account: Account = {
  ...openAccount(Micros.zero, "2026-11-03", 4n),
  deposits: Micros.of(100n),
  expense: Micros.of(7n),
  held: Micros.of(5n),
  spentToday: Micros.of(7n),
  autoApprovedToday: Micros.of(3n),
};

describe("the day", () => {
  it("does not change before midnight", () => {
    expect(rollDay(account, "2026-11-03")).toBe(account);
  });

  it("ends with a new cap, and carries holds and revenue over", () => {
    expect(rollDay(account, "2026-11-04")).toEqual({
      ...account,
      day: "2026-11-04",
      spentToday: Micros.zero,
      autoApprovedToday: Micros.zero,
    });
  });

  it("never moves back, so that a clock that is behind starts no second cap", () => {
    expect(rollDay(account, "2026-11-02")).toBe(account);
    const ahead = rollDay(account, "2026-11-04");
    expect(rollDay(ahead, "2026-11-03")).toBe(ahead);
  });

  it("follows the ends of months and years", () => {
    expect(rollDay({ ...account, day: "2026-09-30" }, "2026-10-01").day).toBe("2026-10-01");
    expect(rollDay({ ...account, day: "2026-12-31" }, "2027-01-01").spentToday).toBe(Micros.zero);
  });
});

describe("a calendar", () => {
  it.each([
    ["UTC", "2026-11-03T23:59:59.999Z", "2026-11-03"],
    ["UTC", "2026-11-04T00:00:00.000Z", "2026-11-04"],
    ["Pacific/Kiritimati", "2026-11-03T10:00:00.000Z", "2026-11-04"],
    ["America/Los_Angeles", "2026-11-04T07:59:59.999Z", "2026-11-03"],
    ["America/Los_Angeles", "2026-11-04T08:00:00.000Z", "2026-11-04"],
    ["Asia/Kolkata", "2026-12-31T18:30:00.000Z", "2027-01-01"],
    // The day on which summer time ends has 25 hours.
    ["Europe/Berlin", "2026-10-24T22:00:00.000Z", "2026-10-25"],
    ["Europe/Berlin", "2026-10-25T22:59:59.999Z", "2026-10-25"],
    ["Europe/Berlin", "2026-10-25T23:00:00.000Z", "2026-10-26"],
  ])("of %s assigns %s to %s", (timeZone, moment, day) => {
    expect(calendarOf(timeZone).dayOf(Date.parse(moment))).toBe(day);
  });

  it("returns every millisecond around midnight correctly, in any order of calls", () => {
    const { dayOf } = calendarOf("Europe/Berlin");
    const midnight = Date.parse("2026-11-03T23:00:00.000Z");
    for (const [offset, day] of [
      [-1, "2026-11-03"],
      [0, "2026-11-04"],
      [999, "2026-11-04"],
      [-1, "2026-11-03"],
      [-1_000, "2026-11-03"],
      [0, "2026-11-04"],
    ] as const) {
      expect(dayOf(midnight + offset)).toBe(day);
    }
    // Before 1970, seconds are rounded down, away from zero.
    expect(dayOf(Date.parse("1969-12-31T22:59:59.999Z"))).toBe("1969-12-31");
    expect(dayOf(Date.parse("1969-12-31T23:00:00.000Z"))).toBe("1970-01-01");
  });

  it("does not depend on a locale's date format", () => {
    const prototype: { readonly format: unknown } = Intl.DateTimeFormat.prototype;
    const written = vi.spyOn(prototype, "format", "get");
    written.mockReturnValue(() => "11/3/2026");
    const day = calendarOf("UTC").dayOf(Date.UTC(2026, 10, 3));
    written.mockRestore();
    expect(day).toBe("2026-11-03");
  });

  it("rejects an unknown time zone by name", () => {
    try {
      calendarOf("Mars/Olympus");
    } catch (error) {
      expect(isTreasuryError(error) && error.code).toBe("invalid_request");
      expect(String(error)).toContain("Mars/Olympus");
      return;
    }
    throw new Error("The zone was accepted.");
  });
});

describe("the time until a day is over", () => {
  const hour = 3_600;
  it.each([
    ["in the middle of a day", "UTC", "2026-11-03T18:00:00Z", "2026-11-03", 6 * hour],
    ["at its beginning", "UTC", "2026-11-03T00:00:00Z", "2026-11-03", 24 * hour],
    ["in its last second", "UTC", "2026-11-03T23:59:59.900Z", "2026-11-03", 1],
    ["in another time zone", "Asia/Tokyo", "2026-11-03T13:30:00Z", "2026-11-03", 1.5 * hour],
    ["on a day of 25 hours", "Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25", 25 * hour],
    ["on a day of 23 hours", "Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29", 23 * hour],
    ["on a day of a clock that was ahead", "UTC", "2026-11-03T18:00:00Z", "2026-11-05", 54 * hour],
  ])("%s", (_what, timeZone, moment, day, seconds) => {
    const result = secondsUntilAfter(calendarOf(timeZone), day, Date.parse(moment));
    // The result has a precision of one second.
    expect(Math.abs(result - seconds)).toBeLessThanOrEqual(1);
    const then = Date.parse(moment) + result * 1_000;
    expect(calendarOf(timeZone).dayOf(then) > day).toBe(true);
  });
});
