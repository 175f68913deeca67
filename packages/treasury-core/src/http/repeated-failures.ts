import { type Clock, isTreasuryError } from "@agent-treasury/provider";

const firstPauseMs = 60_000;
const longestPauseMs = 3_600_000;
/** A message can contain an id, so their number is bounded. */
const remembered = 100;

/**
 * Returns whether a failure of the storage need not be reported again, because it repeats one that
 * was reported. While a failure continues, it is reported again after 1, 2, 4, … 60 minutes.
 *
 * @param textOf - Failures with the same text have the same cause.
 */
export function repeatedFailures(
  clock: Pick<Clock, "monotonic">,
  textOf: (error: unknown) => string,
): (error: unknown) => boolean {
  const reported = new Map<string, { at: number; pauseMs: number; lastSeenAt: number }>();
  return (error) => {
    if (!isTreasuryError(error) || !error.code.startsWith("storage_")) return false;
    const text = textOf(error);
    const now = clock.monotonic();
    const known = reported.get(text);
    if (known !== undefined && now - known.at < known.pauseMs) {
      known.lastSeenAt = now;
      return true;
    }
    const continues = known !== undefined && now - known.lastSeenAt < firstPauseMs;
    const pauseMs = continues ? Math.min(2 * known.pauseMs, longestPauseMs) : firstPauseMs;
    reported.delete(text);
    const [oldest] = reported.keys();
    if (reported.size >= remembered && oldest !== undefined) reported.delete(oldest);
    reported.set(text, { at: now, pauseMs, lastSeenAt: now });
    return false;
  };
}
