import * as z from "zod";
import { hoursOf, hoursPattern, hoursText } from "../rule-set/hours.ts";
import { expects, listOf } from "../rule-set/schema-fields.ts";
import { daysOfWeek } from "../windows/calendar.ts";
import type { ConditionKinds } from "./condition.ts";

const day = z.enum(daysOfWeek, {
  error: expects("one of mon, tue, wed, thu, fri, sat and sun"),
});

const hours = z
  .string({ error: expects('hours such as "09:00-17:00"') })
  .regex(hoursPattern)
  .refine(
    (written) => {
      const { from, to } = hoursOf(written);
      return from !== to;
    },
    { error: "must not begin and end at the same time. Remove the field for the whole day" },
  );

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const timeConditions: Pick<ConditionKinds, "days" | "hours" | "timeZone"> = {
  days: {
    field: "days",
    schema: listOf(day, "days").describe("Days of the week in the deployment's time zone."),
    part: "time",
    read: (written) => daysOfWeek.filter((one) => written.includes(one)),
    write: (list) => list,
    late:
      (list) =>
      ({ local }) =>
        list.includes(local.weekday),
  },
  hours: {
    field: "hours",
    schema: hours.describe(
      "Time of day in the deployment's time zone, the end exclusive. May span midnight: `22:00-06:00` includes 22:00 to 24:00 and 00:00 to 06:00 of each of the `days`.",
    ),
    part: "time",
    read: hoursOf,
    write: hoursText,
    late:
      ({ from, to }) =>
      ({ local: { minute } }) =>
        from < to ? minute >= from && minute < to : minute >= from || minute < to,
  },
  timeZone: {
    field: "timeZone",
    schema: z
      .string({ error: expects("a time zone such as Europe/Rome") })
      .refine(isTimeZone, { error: "is not a known time zone. Use a name such as Europe/Rome" })
      .describe("Time zone of `days` and `hours`. Default: the deployment's."),
    part: "time",
    isOpen: true,
    read: (zone) => zone,
    write: (zone) => zone,
    check: (_zone, when) =>
      when.days === undefined && when.hours === undefined
        ? [{ path: [], message: "has an effect only on `days` and `hours`" }]
        : [],
  },
};
