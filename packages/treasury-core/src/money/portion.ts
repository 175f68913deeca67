import { type Micros, toMicros } from "./micros.ts";

/**
 * `amount` × `numerator` ÷ `denominator`, rounded to the nearest micro-dollar. None of them is negative,
 * and `denominator` is above zero.
 *
 * @example
 * portion(toMicros(90_000n), 30n, 60n); // half an hour at 0.09 USD an hour: 45000n
 */
export function portion(amount: Micros, numerator: bigint, denominator: bigint): Micros {
  return toMicros((2n * amount * numerator + denominator) / (2n * denominator));
}
