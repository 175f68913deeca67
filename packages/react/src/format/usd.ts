const inUsd: Intl.NumberFormatOptions = {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
};
const plain = new Intl.NumberFormat("en-US", inUsd);
const signed = new Intl.NumberFormat("en-US", { ...inUsd, signDisplay: "exceptZero" });
const short = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  notation: "compact",
  maximumFractionDigits: 1,
});

/** Formats an amount with all of its digits. */
export function formatUsd(value: unknown): string {
  return typeof value === "number" ? typeset(plain.format(value)) : "an unknown amount";
}

/** Formats an amount with its sign. */
export function formatSignedUsd(value: number): string {
  return typeset(signed.format(value));
}

/** Formats an amount for the axis of a chart. */
export function formatShortUsd(value: number): string {
  return short.format(value);
}

/** A minus that is as wide as a plus. */
function typeset(text: string): string {
  return text.replace("-", "\u2212");
}

const decimal = /^\d{1,10}(?:\.\d{1,6})?$/;
const commasBetweenThousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.|$)/;

/**
 * Reads a typed amount, such as `$1,250.50`; null if it is not an amount. A comma is accepted
 * between thousands only, because anywhere else it may be meant for the decimal point.
 */
export function readUsd(typed: string): number | null {
  const text = typed.trim().replace(/^\$/, "");
  const plainText = commasBetweenThousands.test(text) ? text.replaceAll(",", "") : text;
  return decimal.test(plainText) ? Number.parseFloat(plainText) : null;
}

/** Subtracts exactly, because both amounts are whole micro-dollars. */
export function usdAfter(from: number, taken: number): number {
  return fromWhole(toWhole(from) - toWhole(taken));
}

/** Adds exactly. */
export function usdTogether(one: number, other: number): number {
  return fromWhole(toWhole(one) + toWhole(other));
}

/** Returns what an amount in this time is per hour, in whole cents. */
export function usdPerHour(amountUsd: number, milliseconds: number): number {
  const duration = BigInt(milliseconds);
  const perHour = (toWhole(amountUsd) * 3_600_000n + duration / 2n) / duration;
  return fromWhole(((perHour + 5_000n) / 10_000n) * 10_000n);
}

/** Returns the share of an amount in a whole, from 0 to 1. */
export function shareOf(part: number, whole: number): number {
  return whole <= 0 ? 0 : Math.min(1, Math.max(0, part / whole));
}

/** A number of whole micro-dollars. */
function toWhole(value: number): bigint {
  return BigInt(Math.round(value * 1_000_000));
}

function fromWhole(whole: bigint): number {
  return Number(whole) / 1_000_000;
}
