import type { TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "./errors.ts";

export const secondsPerDay = 86_400;

/** @throws TreasuryError `invalid_request`. */
export function countOption(
  name: string,
  value: number,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `${least} to ${most}`;
  throw invalid(name, `a whole number, ${range}`, value);
}

/** @throws TreasuryError `invalid_request`. */
export function durationOption(name: string, value: number, most: number): number {
  if (typeof value === "number" && value > 0 && value <= most) return value;
  throw invalid(name, `a number above 0, at most ${most}`, value);
}

/**
 * Returns milliseconds, rounded up: storages store whole milliseconds.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function wholeMs(name: string, seconds: number, most: number = secondsPerDay): number {
  return Math.ceil(durationOption(name, seconds, most) * 1_000);
}

function invalid(name: string, what: string, value: unknown): TreasuryError {
  return invalidRequest(`\`${name}\` must be ${what}, not ${String(value)}.`);
}
