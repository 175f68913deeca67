import { TreasuryError } from "@agent-treasury/provider";
import type { Day } from "../rule-set/rule-set.ts";

/** A moment in the deployment's time zone. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly weekday: Day;
  /** Minutes after midnight. */
  readonly minute: number;
  /**
   * The start of the local hour in UTC: `2026-10-25T00:00Z`. Names compare in time order, and the
   * hour that a clock change repeats has two names.
   */
  readonly hour: string;
}

/** @param at milliseconds since 1970. */
export type LocalClock = (at: number) => LocalTime;

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/**
 * @throws TreasuryError `invalid_request` for an unknown time zone.
 * @example
 * localClock("Europe/Berlin")(Date.UTC(2026, 0, 31, 23, 30)).day; // "2026-02-01"
 */
export function localClock(timeZone: string): LocalClock {
  const format = formatOf(timeZone);
  let lastSecond = Number.NaN;
  let last: LocalTime | undefined;
  return (at) => {
    const second = Math.floor(at / secondMs);
    if (last === undefined || second !== lastSecond) {
      last = localTime(format, second * secondMs);
      lastSecond = second;
    }
    return last;
  };
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
  } catch (cause) {
    throw new TreasuryError("invalid_request", `Unknown \`timeZone\`: ${timeZone}.`, { cause });
  }
}

function localTime(format: Intl.DateTimeFormat, at: number): LocalTime {
  const parts = format.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value);
  // The local date and time, as if it were in UTC.
  const local = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute"),
    part("second"),
  );
  const date = new Date(local);
  const startOfHour = at - (local % hourMs);
  return {
    day: date.toISOString().slice(0, 10),
    weekday: weekdays[date.getUTCDay()] ?? "sun",
    minute: Math.floor((local % (24 * hourMs)) / minuteMs),
    hour: `${new Date(startOfHour).toISOString().slice(0, 16)}Z`,
  };
}
