import { type Micros, microsPerUsd, toMicros } from "./micros.ts";

/** The most that one amount may be: 1,000,000,000 USD. */
export const maximumAmount: Micros = toMicros(1_000_000_000n * microsPerUsd);

/** Totals stay within ± this, where a double still tells every micro-dollar apart. */
export const maximumTotal: Micros = toMicros(8_000_000_000n * microsPerUsd);

/** The most that one deposit may be: 999,999.99 USD. */
export const maximumDeposit: Micros = toMicros(999_999_990_000n);

/** Micro-dollars in one cent. */
export const microsPerCent = 10_000n;

/** Whether a total can still be told on the wire. */
export function isWithinTotals(total: Micros): boolean {
  return total <= maximumTotal && -total <= maximumTotal;
}
