import { readUsd } from "../format/usd.ts";

const wholeCents = /^[^.]*(?:\.\d{1,2})?$/;
const mostUsd = 999_999.99;

/** Parses a deposit in USD; null unless it is 1 to 999,999.99 in whole cents. */
export function readDepositAmount(typed: string): number | null {
  const amountUsd = wholeCents.test(typed.trim()) ? readUsd(typed) : null;
  return amountUsd === null || amountUsd < 1 || amountUsd > mostUsd ? null : amountUsd;
}
