import type { HoursCondition } from "../conditions/condition.ts";

export const hoursPattern: RegExp =
  /^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** @param written matches `hoursPattern`. */
export function hoursOf(written: string): HoursCondition {
  const [from = "", to = ""] = written.split("-");
  return { from: minuteOf(from), to: minuteOf(to) };
}

export function hoursText({ from, to }: HoursCondition): string {
  return `${timeText(from)}-${timeText(to)}`;
}

/** Minutes of a rolling window below an hour. */
export function minutesOf(hours: number): number {
  return Math.round(hours * 60);
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function timeText(minute: number): string {
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
