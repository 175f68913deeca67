export type CalendarPeriod = "hour" | "day" | "week" | "month" | "quarter" | "year";

export type Day = "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
