/** The middle value, or the mean of the two middle ones; NaN without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * The smallest value that at least this share (0 to 1) of all values do not exceed; NaN without
 * values.
 */
export function percentile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const place = Math.max(0, Math.ceil(share * sorted.length) - 1);
  return sorted[place] ?? Number.NaN;
}

/**
 * The median of each round's ratio. A slow round affects both of its figures, and so not its ratio.
 */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  const rounds = Math.min(over.length, under.length);
  return median(
    Array.from({ length: rounds }, (_, round) => (over[round] ?? 0) / (under[round] ?? 0)),
  );
}
