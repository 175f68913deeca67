import { TreasuryError } from "../treasury-error.ts";
import { maximumAmount, maximumDeposit } from "./limits.ts";
import { Micros } from "./micros.ts";

/** Rounds a finite number of USD, below 1e21, to the nearest micro-dollar. */
function round(usd: number): Micros {
  return Micros.of(usd.toFixed(6).replace(".", ""));
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
 * Parses an amount in USD. It must be a finite number that, rounded to the nearest micro-dollar, is
 * above zero and at most 1,000,000,000.
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
  return usd === 0 ? Micros.of(0n) : amountFromUsd(usd, field);
}
