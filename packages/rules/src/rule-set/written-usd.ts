import type { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import type { WrittenUsd } from "./written-rule-set.ts";

export const decimalUsd: RegExp = /^\d{1,10}(?:\.\d{1,6})?$/;

/**
 * Reads an amount from 0 to 1,000,000,000 USD.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function microsOf(written: WrittenUsd): Micros {
  // Exact for a decimal text, because a double of this size represents six decimals.
  return limitFromUsd(typeof written === "string" ? Number(written) : written, "amount");
}

export function isUsd(written: WrittenUsd): boolean {
  if (typeof written === "string" && !decimalUsd.test(written)) return false;
  try {
    microsOf(written);
    return true;
  } catch {
    return false;
  }
}
