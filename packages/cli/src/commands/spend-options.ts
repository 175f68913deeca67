import type { AllocationRequest } from "@agent-treasury/contract";
import { calendarPeriods } from "@agent-treasury/rules";
import { CommandError } from "../command-error.ts";

/** Reads a window such as `month` or `24h`. */
export function windowOf(text: string): NonNullable<AllocationRequest["per"]> {
  const [, hours] = /^(\d{1,4})h$/.exec(text) ?? [];
  if (hours !== undefined) return { rollingHours: Number(hours) };
  const period = calendarPeriods.find((one) => one === text);
  if (period !== undefined) return period;
  throw new CommandError(
    `--per is ${JSON.stringify(text)}. Use ${calendarPeriods.join(", ")}, or hours such as 24h.`,
  );
}

/** Describes a window: `month` or `24 hours`. */
export function windowText(per: NonNullable<AllocationRequest["per"]>): string {
  return typeof per === "object" ? `${per.rollingHours} hours` : per;
}

/** Reads an amount in USD for the named option. */
export function usdOf(option: string): (text: string) => number {
  return (text) => {
    if (/^\d+(\.\d{1,6})?$/.test(text)) return Number(text);
    throw new CommandError(
      `${option} is ${JSON.stringify(text)}. Use an amount with at most six decimals, such as 250 or 0.5.`,
    );
  };
}
