import { Micros } from "@agent-treasury/provider";
import { invalidRequest } from "../errors.ts";
import type { Account } from "./account.ts";

export interface Calendar {
  readonly timeZone: string;
  /** Returns `YYYY-MM-DD`. */
  dayOf(time: number): string;
}

/**
 * @throws TreasuryError `invalid_request` for an unknown time zone.
 * @example
 * calendarOf("Europe/Berlin").dayOf(Date.UTC(2026, 0, 31, 23, 30)); // "2026-02-01"
 */
export function calendarOf(timeZone: string): Calendar {
  return { timeZone, dayOf: oncePerSecond(timeZone === "UTC" ? dayInUtc : dayIn(timeZone)) };
}

/** Without `Intl`, whose first format of a process takes milliseconds. */
function dayInUtc(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function dayIn(timeZone: string): (time: number) => string {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
    });
  } catch (cause) {
    throw invalidRequest(`Unknown \`timeZone\`: ${timeZone}.`, cause);
  }
  return (time) => dayFrom(format.formatToParts(time));
}

const hourMs = 3_600_000;
/** A day on which clocks are set back is longer than 24 hours. */
const longestDayHours = 26;

/**
 * Returns at least one second. The day may lie in the future, if the clock of its writer was ahead.
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

/** Every command of a busy second needs the day. */
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

/** Independent of locale formats, because days are compared as text. */
function dayFrom(parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = (type: "year" | "month" | "day"): string =>
    parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

/**
 * Never moves the day back; otherwise a clock that is behind would start a second cap. Holds count
 * on every day.
 */
export function rollDay(account: Account, today: string): Account {
  if (today <= account.day) return account;
  return { ...account, day: today, spentToday: Micros.zero, autoApprovedToday: Micros.zero };
}
