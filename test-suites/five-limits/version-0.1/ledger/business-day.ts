import { TreasuryError } from "../errors.ts";
import { zero } from "../money/micros.ts";
import type { Account } from "./account.ts";

/** Tells the day of a moment in one time zone. */
export interface Calendar {
  readonly timeZone: string;
  /** `YYYY-MM-DD` of a moment in milliseconds since 1970. */
  dayOf(time: number): string;
}

/**
 * A calendar of the named IANA time zone.
 *
 * @throws TreasuryError `invalid_request` when there is no such zone.
 * @example
 * calendarOf("Europe/Berlin").dayOf(Date.UTC(2026, 0, 31, 23, 30)); // "2026-02-01"
 */
export function calendarOf(timeZone: string): Calendar {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  } catch (cause) {
    throw new TreasuryError("invalid_request", `\`timeZone\` names no time zone: ${timeZone}.`, {
      cause,
    });
  }
  return { timeZone, dayOf: oncePerSecond((time) => dayFrom(format.formatToParts(time))) };
}

const hourMs = 3_600_000;
/** No day is longer, also where clocks are set back in it. */
const longestDayHours = 26;

/**
 * How long it is from a moment until a day is over, in whole seconds and at least one: a day may be
 * that of a clock that was ahead.
 */
export function secondsUntilAfter({ dayOf }: Calendar, day: string, time: number): number {
  let before = time;
  let after = time + longestDayHours * hourMs;
  for (let days = 0; dayOf(after) <= day && days < 7; days += 1) after += 24 * hourMs;
  while (after - before > 1_000) {
    const middle = (before + after) / 2;
    if (dayOf(middle) > day) after = middle;
    else before = middle;
  }
  return Math.max(1, Math.ceil((after - time) / 1_000));
}

/** No day begins within a second, and every command of a busy second asks for the same one. */
function oncePerSecond(dayOf: (time: number) => string): (time: number) => string {
  let lastSecond = Number.NaN;
  let lastDay = "";
  return (time) => {
    const second = Math.floor(time / 1_000);
    if (second !== lastSecond) {
      lastDay = dayOf(time);
      lastSecond = second;
    }
    return lastDay;
  };
}

/** Put together here: days are compared as text, and a locale's way of writing a date changes. */
function dayFrom(parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = (type: "year" | "month" | "day"): string =>
    parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/**
 * The account on the later of its own day and `today`: a clock that is behind opens no second cap.
 * Holds carry over, since they count every day until they are settled.
 */
export function rollDay(account: Account, today: string): Account {
  if (today <= account.day) return account;
  return { ...account, day: today, spentToday: zero, autoApprovedToday: zero };
}
