declare const micros: unique symbol;

/** An amount of money: integer micro-dollars, a millionth of a US dollar each. */
export type Micros = bigint & { readonly [micros]: true };

/** Micro-dollars in one US dollar. */
export const microsPerUsd = 1_000_000n;

/** No money. */
export const zero: Micros = 0n as Micros;

/**
 * Takes a whole number of micro-dollars for an amount, for example one that a storage kept as text. An
 * amount of dollars is read by `amountFromUsd`.
 *
 * @throws SyntaxError for a text that is no whole number.
 * @example
 * toMicros(12_000_000n); // 12 USD
 */
export function toMicros(value: bigint | string): Micros {
  return BigInt(value) as Micros;
}

/** `left` + `right`. */
export function add(left: Micros, right: Micros): Micros {
  return (left + right) as Micros;
}

/** `left` − `right`. */
export function subtract(left: Micros, right: Micros): Micros {
  return (left - right) as Micros;
}

/** The same amount with the opposite sign. */
export function negate(amount: Micros): Micros {
  return -amount as Micros;
}

/** `amount` as many times. */
export function multiply(amount: Micros, times: bigint): Micros {
  return (amount * times) as Micros;
}

/** The larger one. */
export function maximum(left: Micros, right: Micros): Micros {
  return left > right ? left : right;
}

/** Decimal micro-dollars, as storages and hashes keep them. */
export function microsToText(amount: Micros): string {
  return amount.toString();
}
