/** The longest lease, and the longest pause between two recoveries of a payment. */
export const longestLeaseMs = 3_600_000;

/** A bound above the clock differences within a deployment. */
const clockDifferenceMs = 60_000;

/**
 * A lease that ends too far in the future was written under a wrong clock. It counts as over,
 * because it would otherwise block until then. Null for one that never ends.
 */
export function isLeaseOver(endsAt: number | null, now: number, maximumMs: number): boolean {
  if (endsAt === null) return false;
  return endsAt <= now || endsAt > now + maximumMs + clockDifferenceMs;
}
