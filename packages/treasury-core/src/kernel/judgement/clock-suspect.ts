import { TreasuryError } from "@agent-treasury/provider";

const furthestAheadMs = 86_400_000;

/**
 * Rejects a spend if the storage's clock is more than a day ahead of the process's, because the
 * windows of limits would begin again.
 *
 * @param askedAt time of the process; omitted to skip the comparison.
 * @throws TreasuryError `clock_suspect`.
 */
export function checkClock(now: number, askedAt: number | undefined): void {
  if (askedAt === undefined || now - askedAt <= furthestAheadMs) return;
  throw new TreasuryError(
    "clock_suspect",
    "The storage's clock is more than a day ahead of this process's clock. No spend is executed.",
  );
}
