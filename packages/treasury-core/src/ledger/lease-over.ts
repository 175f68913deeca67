/** No lease of a payment or a machine is longer, nor the pause between two recoveries of a payment. */
export const longestLeaseMs = 3_600_000;

/** More than the clocks of one deployment differ by. */
const clockDifferenceMs = 60_000;

/**
 * Whether a lease has ended. A lease that ends later than any that is written now was written under a
 * clock that was far ahead. It counts as over, because otherwise it would hold until that time.
 */
export function isLeaseOver(endsAt: number, now: number, maximumMs: number): boolean {
  return endsAt <= now || endsAt > now + maximumMs + clockDifferenceMs;
}
