import type { Proposal } from "@agent-treasury/sdk-client";
import { formatUsd, readUsd } from "../format/usd.ts";

/** The amount that an approver typed. */
export interface TypedAmount {
  /** What the approval would pay: the lowest amount that an approver named. */
  readonly payableUsd: number;
  /** For the decision; undefined for the proposed amount. */
  readonly approvedAmountUsd: number | undefined;
  /** Why the amount cannot be approved; null if it can. */
  readonly problem: string | null;
}

/** @param typed - Blank for the amount that is shown. */
export function readLowerAmount(
  typed: string,
  { amountUsd, approvedAmountUsd }: Pick<Proposal, "amountUsd" | "approvedAmountUsd">,
): TypedAmount {
  const highestUsd = approvedAmountUsd ?? amountUsd;
  if (/^\s*\$?$/.test(typed)) {
    // The approver sees the amount of another, who may withdraw it.
    const shownUsd = approvedAmountUsd ?? undefined;
    return { payableUsd: highestUsd, approvedAmountUsd: shownUsd, problem: null };
  }
  const usd = readUsd(typed) ?? 0;
  if (usd > 0 && usd <= highestUsd) {
    return { payableUsd: usd, approvedAmountUsd: usd, problem: null };
  }
  const problem = `Enter an amount above $0.00, and at most ${formatUsd(highestUsd)}.`;
  return { payableUsd: highestUsd, approvedAmountUsd: undefined, problem };
}

/** Returns the approved share of a lowered spend; null for the proposed amount. */
export function lowerAmountText({
  amountUsd,
  approvedAmountUsd,
}: Pick<Proposal, "amountUsd" | "approvedAmountUsd">): string | null {
  return approvedAmountUsd === null
    ? null
    : `${formatUsd(approvedAmountUsd)} of ${formatUsd(amountUsd)} approved`;
}
