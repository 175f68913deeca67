import * as z from "zod";

const periods = ["hour", "day", "week", "month", "quarter", "year"] as const;

/** The window of a limit. */
export const spendWindow = z.union(
  [
    z.enum(periods),
    z.object({ rollingHours: z.number().int().min(1).max(8_760).describe("Number of hours.") }),
  ],
  { error: "must be hour, day, week, month, quarter, year, or `{ rollingHours: 24 }`" },
);
