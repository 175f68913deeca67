import {
  bucketEnd,
  bucketName,
  type LocalClock,
  rollingMs,
  windowEnd,
  windowName,
} from "@agent-treasury/rules";
import type { Horizon } from "./attack.ts";
import { addDays, dayMs, horizonEnd, instantOf, minuteMs } from "./horizon.ts";
import type { LimitRow } from "./limit-rows.ts";
import { hourMs, type Span, WindowCounter } from "./windows-touched.ts";

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
  const spans = dates
    .filter((_, index) => horizon !== "year" || index % 7 === 0)
    .flatMap((day) =>
      times.map((minute): Span => {
        const time = minute === 1_439 ? dayMs - 1 : minute * minuteMs;
        const start = instantOf(day, time, clock);
        return { start, end: horizonEnd(start, horizon, clock) };
      }),
    );
  const ends = spans.map(({ end }) => end);
  const calendar = new WindowCounter({ start: now, end: Math.max(...ends) }, clock, hourMs);
  const scored = spans
    .map((span) => {
      let [score, longest] = [0, 0];
      for (const { period, hours, weight } of counted) {
        const found = calendar.windowsIn(period, hours, span);
        score += weight * found.count;
        longest += found.longest;
      }
      return { start: span.start, score, longest };
    })
    // Equal scores are ordered by how evenly they divide the horizon between two long windows.
    .toSorted((one, other) => other.score - one.score || one.longest - other.longest);
  const rolling = rows.find(
    ({ windows, weight }) => weight > 0 && windows?.window.kind === "rolling",
  );
  const window = rolling?.windows?.window;
  return scored.slice(0, horizon === "year" ? 1 : 3).map(({ start }) =>
    // The end of a bucket, from which a spend counts the shortest time.
    window?.kind === "rolling"
      ? bucketEnd(window.hours, bucketName(window.hours, start)) - 1
      : start,
  );
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
