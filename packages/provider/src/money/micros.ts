declare const micros: unique symbol;

/** An amount of money in micro-dollars (1 USD = 1,000,000). */
export type Micros = bigint & { readonly [micros]: true };

/** The largest amount that a double represents exactly. Totals are smaller. */
const largestExact = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * Arithmetic on amounts, and conversions.
 *
 * @example
 * Micros.format(Micros.add(Micros.of(12_000_000n), Micros.fromCents(50))); // "12.50"
 */
export const Micros = {
  zero: 0n as Micros,

  perUsd: 1_000_000n,

  perCent: 10_000n,

  /**
   * Converts a whole number of micro-dollars, for example the text that a storage returns.
   *
   * @throws SyntaxError for a text that is not a whole number.
   * @example
   * Micros.of(12_000_000n); // 12 USD
   */
  of(value: bigint | string): Micros {
    return BigInt(value) as Micros;
  },

  add(left: Micros, right: Micros): Micros {
    return (left + right) as Micros;
  },

  subtract(left: Micros, right: Micros): Micros {
    return (left - right) as Micros;
  },

  negate(amount: Micros): Micros {
    return -amount as Micros;
  },

  multiply(amount: Micros, times: bigint): Micros {
    return (amount * times) as Micros;
  },

  max(left: Micros, right: Micros): Micros {
    // Stryker disable next-line EqualityOperator: Either of two equal amounts is the larger one.
    return left > right ? left : right;
  },

  /**
   * Returns `amount` × `numerator` ÷ `denominator`, rounded to the nearest micro-dollar. Requires
   * `amount` and `numerator` to be zero or more, and `denominator` to be above zero.
   *
   * @example
   * Micros.portion(Micros.of(90_000n), 30n, 60n); // half an hour at 0.09 USD an hour: 45000n
   */
  portion(amount: Micros, numerator: bigint, denominator: bigint): Micros {
    return ((2n * amount * numerator + denominator) / (2n * denominator)) as Micros;
  },

  /**
   * Converts cents, the unit of payment processors.
   *
   * @throws RangeError unless `cents` is a safe integer.
   */
  fromCents(cents: number): Micros {
    if (!Number.isSafeInteger(cents))
      throw new RangeError(`${cents} is not a whole number of cents.`);
    return (BigInt(cents) * Micros.perCent) as Micros;
  },

  /**
   * Converts to cents, the unit of payment processors.
   *
   * @throws RangeError for fractions of a cent, and above the largest safe integer of cents.
   */
  toCents(amount: Micros): number {
    const cents = Number(amount / Micros.perCent);
    if (amount % Micros.perCent !== 0n || !Number.isSafeInteger(cents)) {
      throw new RangeError(`${amount} micro-dollars are not a whole number of cents.`);
    }
    return cents;
  },

  /** Converts to USD as in the service API: a JSON number with at most six decimals. */
  toUsd(amount: Micros): number {
    // Stryker disable next-line ConditionalExpression,EqualityOperator: Both ways give the same number.
    if (-largestExact > amount || amount > largestExact) return Number(decimalUsd(amount));
    // Both numbers are exact, so the quotient is the double nearest to the decimal amount.
    return Number(amount) / Number(Micros.perUsd);
  },

  /** Formats as decimal micro-dollars, the form used by storages and hashes. */
  toText(amount: Micros): string {
    return amount.toString();
  },

  /** Formats for display: `12.00`, `0.0015`, `-3.50`. */
  format(amount: Micros): string {
    const text = decimalUsd(amount);
    let { length } = text;
    // At least two decimals of six remain.
    while (length > text.length - 4 && text.endsWith("0", length)) length -= 1;
    return text.slice(0, length);
  },

  /** Formats for texts, as the page shows amounts: `$1,250.00`, `$0.0015`, `-$3.50`. */
  formatUsd(amount: Micros): string {
    const [whole = "", fraction = ""] = Micros.format(amount).replace("-", "").split(".");
    // oxlint-disable-next-line treasury/linear-patterns -- An amount has few digits.
    const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
    return `${amount < 0n ? "-" : ""}$${grouped}.${fraction}`;
  },
};

function decimalUsd(amount: Micros): string {
  // Stryker disable next-line EqualityOperator: Zero has no sign.
  const magnitude = amount < 0n ? -amount : amount;
  const fraction = (magnitude % Micros.perUsd).toString().padStart(6, "0");
  return `${amount < 0n ? "-" : ""}${magnitude / Micros.perUsd}.${fraction}`;
}
