import { TreasuryError } from "../errors.ts";
import { maximumAmount, maximumDeposit, microsPerCent } from "./limits.ts";
import { type Micros, microsPerUsd, toMicros } from "./micros.ts";

/** The most that a double holds to the last micro-dollar; every total is within it. */
const largestExact = toMicros(BigInt(Number.MAX_SAFE_INTEGER));

/** Rounds a finite number of USD, below 1e21, to the nearest micro-dollar. */
function round(usd: number): Micros {
  return toMicros(usd.toFixed(6).replace(".", ""));
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
 * Reads an amount of USD: a finite number, rounded to the nearest micro-dollar, then above zero and at
 * most 1,000,000,000.
 *
 * @throws TreasuryError `invalid_request`, naming `field`.
 * @example
 * amountFromUsd(0.1 + 0.7, "amountUsd"); // 800000n
 */
export function amountFromUsd(value: unknown, field: string): Micros {
  const usd = finite(value, field);
  if (usd < 0) throw invalid(field, "must be above zero");
  if (usd > 1e12) throw invalid(field, "must be at most 1,000,000,000 USD");
  const amount = round(usd);
  if (amount === 0n) {
    throw invalid(field, "must be above zero; the smallest amount is 0.000001 USD");
  }
  if (amount > maximumAmount) throw invalid(field, "must be at most 1,000,000,000 USD");
  return amount;
}

/**
 * Reads the amount of a deposit: whole cents, from 1 USD (before rounding) to 999,999.99 USD.
 *
 * @throws TreasuryError `invalid_request`, naming `field`.
 */
export function depositFromUsd(value: unknown, field: string): Micros {
  const usd = finite(value, field);
  if (usd < 1) throw invalid(field, "must be at least 1 USD");
  const amount = usd > 1e6 ? null : amountFromUsd(usd, field);
  if (amount === null || amount > maximumDeposit) {
    throw invalid(field, "must be at most 999,999.99 USD");
  }
  if (amount % microsPerCent !== 0n) throw invalid(field, "must be in whole cents");
  return amount;
}

/**
 * Reads a limit of a budget: zero or more, at most 1,000,000,000 USD.
 *
 * @throws TreasuryError `invalid_request`, naming `field`.
 */
export function limitFromUsd(value: unknown, field: string): Micros {
  const usd = finite(value, field);
  if (usd < 0) throw invalid(field, "must be zero or more");
  return usd === 0 ? toMicros(0n) : amountFromUsd(usd, field);
}

/** An amount as the wire has it: a JSON number with at most six decimals. */
export function usdFromMicros(amount: Micros): number {
  if (-largestExact > amount || amount > largestExact) return Number(decimalUsd(amount));
  // Both numbers are exact, so their quotient is the double that is nearest to the amount: the very
  // one that its decimals are read as.
  return Number(amount) / Number(microsPerUsd);
}

/** An amount as a person reads it: `12.00`, `0.0015`, `-3.50`. */
export function formatUsd(amount: Micros): string {
  return decimalUsd(amount).replace(/(\.\d\d)(\d*?)0+$/, "$1$2");
}

function decimalUsd(amount: Micros): string {
  const magnitude = amount < 0n ? -amount : amount;
  const fraction = (magnitude % microsPerUsd).toString().padStart(6, "0");
  return `${amount < 0n ? "-" : ""}${magnitude / microsPerUsd}.${fraction}`;
}
