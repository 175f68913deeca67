import { microsPerCent } from "./limits.ts";
import { type Micros, toMicros } from "./micros.ts";

/**
 * An amount in whole cents, as payment processors count.
 *
 * @throws RangeError for fractions of a cent, and for more cents than a number holds exactly.
 */
export function centsFromMicros(amount: Micros): number {
  const cents = Number(amount / microsPerCent);
  if (amount % microsPerCent !== 0n || !Number.isSafeInteger(cents)) {
    throw new RangeError(`${amount} micro-dollars are no whole number of cents.`);
  }
  return cents;
}

/**
 * The amount that a processor says in cents.
 *
 * @throws RangeError for anything but a whole number that is exact.
 */
export function microsFromCents(cents: number): Micros {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is no whole number of cents.`);
  return toMicros(BigInt(cents) * microsPerCent);
}
