declare const micros: unique symbol;

/** An amount of money: integer micro-dollars, a millionth of a US dollar each. */
export type Micros = bigint & { readonly [micros]: true };

/** The largest amount that a double holds exactly; every total is within it. */
const largestExact = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Arithmetic on amounts, and their other forms.
 *
 * @example
 * Micros.format(Micros.add(Micros.of(12_000_000n), Micros.fromCents(50))); // "12.50"
 */
export const Micros = {
  /** No money. */
  zero: 0n as Micros,

  /** Micro-dollars in one US dollar. */
  perUsd: 1_000_000n,

  /** Micro-dollars in one cent. */
  perCent: 10_000n,

  /**
   * Takes a whole number of micro-dollars for an amount, for example one that a storage keeps as text.
   *
   * @throws SyntaxError for a text that is not a whole number.
   * @example
   * Micros.of(12_000_000n); // 12 USD
   */
  of(value: bigint | string): Micros {
    return BigInt(value) as Micros;
  },

  /** `left` + `right`. */
  add(left: Micros, right: Micros): Micros {
    return (left + right) as Micros;
  },

  /** `left` − `right`. */
  subtract(left: Micros, right: Micros): Micros {
    return (left - right) as Micros;
  },

  /** The same amount with the opposite sign. */
  negate(amount: Micros): Micros {
    return -amount as Micros;
  },

  /** `amount` × `times`. */
  multiply(amount: Micros, times: bigint): Micros {
    return (amount * times) as Micros;
  },

  /** The larger of two amounts. */
  max(left: Micros, right: Micros): Micros {
    // Stryker disable next-line EqualityOperator: Either of two equal amounts is the larger one.
    return left > right ? left : right;
  },

  /**
   * `amount` × `numerator` ÷ `denominator`, rounded to the nearest micro-dollar. None of them is negative,
   * and `denominator` is above zero.
   *
   * @example
   * Micros.portion(Micros.of(90_000n), 30n, 60n); // half an hour at 0.09 USD an hour: 45000n
   */
  portion(amount: Micros, numerator: bigint, denominator: bigint): Micros {
    return ((2n * amount * numerator + denominator) / (2n * denominator)) as Micros;
  },

  /**
   * Reads an amount in cents, as payment processors count.
   *
   * @throws RangeError for anything but a whole number that is exact.
   */
  fromCents(cents: number): Micros {
    if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is no whole number of cents.`);
    return (BigInt(cents) * Micros.perCent) as Micros;
  },

  /**
   * An amount in whole cents, as payment processors count.
   *
   * @throws RangeError for fractions of a cent, and for more cents than a number holds exactly.
   */
  toCents(amount: Micros): number {
    const cents = Number(amount / Micros.perCent);
    if (amount % Micros.perCent !== 0n || !Number.isSafeInteger(cents)) {
      throw new RangeError(`${amount} micro-dollars are no whole number of cents.`);
    }
    return cents;
  },

  /** An amount as the service API has it: a JSON number with at most six decimals. */
  toUsd(amount: Micros): number {
    // Stryker disable next-line ConditionalExpression,EqualityOperator: Both ways give the same number.
    if (-largestExact > amount || amount > largestExact) return Number(decimalUsd(amount));
    // Both numbers are exact, so their quotient is the double that is nearest to the amount: the one that
    // its decimals are read as.
    return Number(amount) / Number(Micros.perUsd);
  },

  /** Decimal micro-dollars, the form that storages and hashes use. */
  toText(amount: Micros): string {
    return amount.toString();
  },

  /** An amount as a person reads it: `12.00`, `0.0015`, `-3.50`. */
  format(amount: Micros): string {
    return decimalUsd(amount).replace(/(\.\d\d)(\d*?)0+$/, "$1$2");
  },
};

function decimalUsd(amount: Micros): string {
  // Stryker disable next-line EqualityOperator: Zero has no sign.
  const magnitude = amount < 0n ? -amount : amount;
  const fraction = (magnitude % Micros.perUsd).toString().padStart(6, "0");
  return `${amount < 0n ? "-" : ""}${magnitude / Micros.perUsd}.${fraction}`;
}
