import { isTreasuryError } from "@agent-treasury/provider";

const second = 1_000;
const minute = 60_000;
const hour = 3_600_000;
const delaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour];
const longestRetryAfterMs = 24 * hour;

/**
 * Delay after a number of failed attempts.
 *
 * @param random from 0 to 1. Spreads retries by a tenth.
 */
export function backoffMs(attempts: number, random: number, retryAfterMs: number | null): number {
  const delayMs = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? hour;
  const spread = Math.round(delayMs * (0.95 + random / 10));
  return Math.max(spread, Math.min(retryAfterMs ?? 0, longestRetryAfterMs));
}

/** Reads seconds from the header `retry-after` of a `TreasuryError`. */
export function retryAfterMsOf(error: unknown): number | null {
  if (!isTreasuryError(error)) return null;
  const seconds = Number(error.headers["retry-after"]);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * second : null;
}
