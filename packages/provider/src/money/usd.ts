import { TreasuryError } from "../treasury-error.ts";
import { maximumAmount, maximumDeposit } from "./limits.ts";
import { Micros } from "./micros.ts";

/** Returns the nearest micro-dollar to a finite number of USD below 1e21. */
function round(usd: number): Micros {
  return Micros.of(usd.toFixed(6).replace(".", ""));
}

/** Sums of doubles differ from the exact amount by this many units in the last place. */
const toleratedUlps = 4;

/** Whether a number stands for an amount, except for the rounding of a double. */
function isAmount(usd: number, amount: Micros): boolean {
  const nearest = Micros.toUsd(amount);
  const ulp = 2 ** (Math.floor(Math.log2(Math.abs(nearest))) - 52);
  return Math.abs(usd - nearest) <= toleratedUlps * ulp;
}

function invalid(field: string, problem: string): TreasuryError {
  return new TreasuryError("invalid_request", `\`${field}\` ${problem}.`);
}

function finite(value: unknown, field: string): number {
  if (typeof value !== "number") {
    throw invalid(field, `must be a number of USD, not ${nameOf(value)}`);
  }
  if (!Number.isFinite(value)) throw invalid(field, `must be a finite number of USD, not ${value}`);
  return value;
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * Parses an amount in USD: above zero, at most 1,000,000,000, with at most six decimals. The
 * rounding of a double is tolerated, as in `0.1 + 0.7`.
 *
 * @throws TreasuryError `invalid_request`, with `field` in the message.
 * @example
 * amountFromUsd(0.1 + 0.7, "amountUsd"); // 800000n
 */
export function amountFromUsd(value: unknown, field: string): Micros {
  const usd = finite(value, field);
  if (usd < 0) throw invalid(field, "must be above zero");
  // Stryker disable next-line EqualityOperator: The check of the rounded amount rejects 1e12 as well.
  if (usd > 1e12) throw invalid(field, "must be at most 1,000,000,000 USD");
  const amount = round(usd);
  if (amount === 0n) {
    throw invalid(field, "must be above zero; the smallest amount is 0.000001 USD");
  }
  if (amount > maximumAmount) throw invalid(field, "must be at most 1,000,000,000 USD");
  if (!isAmount(usd, amount)) {
    throw invalid(field, `has more than six decimals (${usd}). Round it to micro-dollars`);
  }
  return amount;
}

/**
 * Parses the amount of a deposit: whole cents, from 1 USD (before rounding) to 999,999.99 USD.
 *
 * @throws TreasuryError `invalid_request`, with `field` in the message.
 */
export function depositFromUsd(value: unknown, field: string): Micros {
  const usd = finite(value, field);
  if (usd < 1) throw invalid(field, "must be at least 1 USD");
  // Stryker disable next-line EqualityOperator: The next check rejects 1e6 as well.
  const amount = usd > 1e6 ? null : amountFromUsd(usd, field);
  if (amount === null || amount > maximumDeposit) {
    throw invalid(field, "must be at most 999,999.99 USD");
  }
  if (amount % Micros.perCent !== 0n) throw invalid(field, "must be in whole cents");
  return amount;
}

/**
 * Parses a budget limit: from 0 to 1,000,000,000 USD.
 *
 * @throws TreasuryError `invalid_request`, with `field` in the message.
 */
export function limitFromUsd(value: unknown, field: string): Micros {
  const usd = finite(value, field);
  if (usd < 0) throw invalid(field, "must be zero or more");
  if (usd > 0 && round(usd) === 0n) {
    throw invalid(field, `has more than six decimals (${usd}). Round it to micro-dollars`);
  }
  return usd === 0 ? Micros.zero : amountFromUsd(usd, field);
}
