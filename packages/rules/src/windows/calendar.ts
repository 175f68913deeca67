export const calendarPeriods = ["hour", "day", "week", "month", "quarter", "year"] as const;

export type CalendarPeriod = (typeof calendarPeriods)[number];

/** Monday first. */
export const daysOfWeek = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Day = (typeof daysOfWeek)[number];
