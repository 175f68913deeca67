import { TreasuryError } from "@agent-treasury/provider";
import type { CalendarPeriod, Day } from "./calendar.ts";
import { windowNames } from "./window-names.ts";

/** A moment in the deployment's time zone, with the name of each calendar window that it is in. */
export interface LocalTime extends Readonly<Record<CalendarPeriod, string>> {
  readonly weekday: Day;
  /** Minutes after midnight. */
  readonly minute: number;
}

export interface LocalClock {
  /** @param at milliseconds since 1970. */
  (at: number): LocalTime;
  /** Ends of windows by name, because a search for one reads the clock several times. */
  readonly windowEnds?: RememberedEnds;
}

export interface RememberedEnds {
  get(name: string): number | undefined;
  set(name: string, end: number): void;
}

const secondMs = 1_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** A process reads few hours. Histories in tests read many. */
const maximumOffsets = 1_000;
const maximumEnds = 1_000;
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/**
 * @throws TreasuryError `invalid_request` for an unknown time zone.
 * @example
 * localClock("Europe/Berlin")(Date.UTC(2026, 0, 31, 23, 30)).day; // "2026-02-01"
 */
export function localClock(timeZone: string): LocalClock {
  // Without `Intl`, whose first format of a process takes milliseconds.
  const offsetAt = timeZone === "UTC" ? () => 0 : offsetsOf(formatOf(timeZone));
  let lastSecond = Number.NaN;
  let last: LocalTime | undefined;
  const clock = (at: number): LocalTime => {
    const second = Math.floor(at / secondMs);
    if (last === undefined || second !== lastSecond) {
      last = localTime(second * secondMs, offsetAt(second * secondMs));
      lastSecond = second;
    }
    return last;
  };
  return Object.assign(clock, { windowEnds: rememberedEnds() });
}

function rememberedEnds(): RememberedEnds {
  const ends = new Map<string, number>();
  return {
    get: (name) => ends.get(name),
    set: (name, end) => {
      if (ends.size >= maximumEnds) ends.clear();
      ends.set(name, end);
    },
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

/** `Intl` is slow. Within an hour, it is read again only if the offset changes. */
function offsetsOf(format: Intl.DateTimeFormat): (at: number) => number {
  const offsets = new Map<number, number>();
  const cached = (at: number): number => {
    const offset = offsets.get(at) ?? readOffset(format, at);
    if (offsets.size >= maximumOffsets) offsets.clear();
    offsets.set(at, offset);
    return offset;
  };
  return (at) => {
    const start = Math.floor(at / hourMs) * hourMs;
    const offset = cached(start);
    return offset === cached(start + hourMs) ? offset : readOffset(format, at);
  };
}

function readOffset(format: Intl.DateTimeFormat, at: number): number {
  const parts = format.formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((each) => each.type === type)?.value);
  const day = Date.UTC(part("year"), part("month") - 1, part("day"));
  return day + part("hour") * hourMs + part("minute") * minuteMs + part("second") * secondMs - at;
}

function localTime(at: number, offset: number): LocalTime {
  const local = new Date(at + offset);
  const startOfHour = new Date(at - (local.getTime() % hourMs));
  return {
    ...windowNames(local.toISOString().slice(0, 10), `${startOfHour.toISOString().slice(0, 16)}Z`),
    weekday: weekdays[local.getUTCDay()] ?? "sun",
    minute: local.getUTCHours() * 60 + local.getUTCMinutes(),
  };
}
