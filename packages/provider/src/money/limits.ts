import { Micros } from "./micros.ts";

/** The maximum of one amount: 1,000,000,000 USD. */
export const maximumAmount: Micros = Micros.of(1_000_000_000n * Micros.perUsd);

/**
 * The maximum of a total, positive or negative. Up to this value a double represents each
 * micro-dollar exactly.
 */
export const maximumTotal: Micros = Micros.of(8_000_000_000n * Micros.perUsd);

/** The maximum of one deposit: 999,999.99 USD. */
export const maximumDeposit: Micros = Micros.of(999_999_990_000n);

/** Returns whether a total can be represented exactly in JSON. */
export function isWithinTotals(total: Micros): boolean {
  return total <= maximumTotal && -total <= maximumTotal;
}
