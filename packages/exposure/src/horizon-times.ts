import {
  bucketEnd,
  bucketName,
  type LocalClock,
  rollingMs,
  type Window,
  windowEnd,
  windowName,
} from "@agent-treasury/rules";
import type { Horizon } from "./attack.ts";
import { addDays, dayMs, instantOf, isoDay, minuteMs, sameDayLater } from "./horizon.ts";
import type { LimitRow } from "./limit-rows.ts";
import { hoursOfWeek } from "./windows-touched.ts";

/**
 * Returns first instants from which a horizon touches most of the windows of the rows, best first.
 *
 * @param minutes after midnight at which something begins.
 */
export function startsOf(
  rows: readonly (LimitRow & { readonly weight: number })[],
  minutes: readonly number[],
  horizon: Horizon,
  now: number,
  clock: LocalClock,
): readonly number[] {
  const first = clock(now).day;
  const isLong = horizon === "month" || horizon === "year";
  const dates = Array.from({ length: isLong ? 366 : 45 }, (_, index) => addDays(first, index + 1));
  const later = minutes.map((minute) => minute + 30).filter((minute) => minute < 1_440);
  const times = [...new Set([0, 720, 1_439, ...minutes, ...later])];
  const counted = rows.flatMap(({ windows, weight }) =>
    windows === null || windows.window.kind === "rolling"
      ? []
      : [{ ...windows, period: windows.window.period, weight }],
  );
  const scored = dates
    .filter((_, index) => horizon !== "year" || index % 7 === 0)
    .flatMap((day) =>
      times.map((minute) => {
        let [score, largest] = [0, 0];
        for (const { period, hours, weight } of counted) {
          const found = touchedFrom(day, minute, period, hours, horizon);
          score += weight * found.touched;
          largest += found.largest;
        }
        return { day, minute, score, largest };
      }),
    )
    // Equal scores are ordered by how evenly they divide the horizon between two long windows.
    .toSorted((one, other) => other.score - one.score || one.largest - other.largest);
  const rolling = rows.find(
    ({ windows, weight }) => weight > 0 && windows?.window.kind === "rolling",
  );
  return scored.slice(0, horizon === "year" ? 1 : 3).map(({ day, minute }) => {
    const time = minute === 1_439 ? dayMs - 1 : minute * minuteMs;
    const at = instantOf(day, time, clock);
    const window = rolling?.windows?.window;
    // The end of a bucket, from which a spend counts the shortest time.
    return window?.kind === "rolling"
      ? bucketEnd(window.hours, bucketName(window.hours, at)) - 1
      : at;
  });
}

const mondayDay = 4;

function touchedFrom(
  day: string,
  minute: number,
  period: Extract<Window, { readonly kind: "calendar" }>["period"],
  hours: readonly boolean[],
  horizon: Horizon,
): { readonly touched: number; readonly largest: number } {
  const firstDay = Date.parse(day) / dayMs;
  const firstHour = Math.floor(minute / 60);
  const lastDay = Date.parse(sameDayLater(day, horizon)) / dayMs;
  const isWhole = minute === 0;
  let [touched, inNewest, largest] = [0, 0, 0];
  let newest = "";
  for (let index = firstDay; index <= lastDay; index += 1) {
    const from = index === firstDay ? firstHour : 0;
    const to = index === lastDay ? (isWhole ? -1 : firstHour) : 23;
    const weekday = (index + mondayDay - 1) % 7;
    const date = isoDay(index * dayMs);
    for (let hour = from; hour <= to; hour += 1) {
      if (hours[(weekday * 24 + hour) % hoursOfWeek] !== true) continue;
      const name = nameOf(period, index, hour, date);
      if (name !== newest) [touched, inNewest] = [touched + 1, 0];
      newest = name;
      inNewest += 1;
      largest = Math.max(largest, inNewest);
      if (period !== "hour") break;
    }
  }
  return { touched, largest };
}

function nameOf(period: string, index: number, hour: number, date: string): string {
  switch (period) {
    case "hour":
      return `${index} ${hour}`;
    case "day":
      return date;
    case "week":
      return String(Math.floor((index + mondayDay - 1) / 7));
    case "month":
      return date.slice(0, 7);
    case "quarter":
      return `${date.slice(0, 4)} ${Math.floor((Number(date.slice(5, 7)) - 1) / 3)}`;
    default:
      return date.slice(0, 4);
  }
}

const maximumInstants = 20_000;

/** Returns the instants of a horizon at which a window or a time of day begins. */
export function instantsOf(
  start: number,
  end: number,
  rows: readonly LimitRow[],
  minutes: readonly number[],
  clock: LocalClock,
): readonly number[] {
  const instants = new Set([start, end]);
  const windows = rows.flatMap((row) => row.windows?.window ?? []);
  const periods = new Set(
    windows.flatMap((each) => (each.kind === "calendar" ? [each.period] : [])),
  );
  for (const period of [...periods, "day" as const]) {
    for (let at = start; at <= end;) {
      instants.add(at);
      if (period === "day") {
        const { day } = clock(at);
        for (const minute of minutes) instants.add(instantOf(day, minute * minuteMs, clock));
      }
      at = windowEnd(period, windowName(period, clock(at)), clock);
    }
  }
  const spans = new Set(windows.flatMap((each) => (each.kind === "rolling" ? [each.hours] : [])));
  for (const hours of spans) {
    const width = rollingMs(hours) / 24;
    for (let at = start; at <= end && instants.size < maximumInstants;) {
      instants.add(at);
      // The first instant at which a spend of this one does not count.
      at = Math.ceil(bucketEnd(hours, bucketName(hours, at)) + width * 24);
    }
  }
  return [...instants]
    .filter((at) => at >= start && at <= end)
    .toSorted((one, other) => one - other)
    .slice(0, maximumInstants);
}
