/** A figure with three significant digits, because the next one differs between runs: 12,300. */
export function figureText(value: number): string {
  if (!Number.isFinite(value)) return "–";
  return Number(value.toPrecision(3)).toLocaleString("en-US", { maximumSignificantDigits: 3 });
}

/** A ratio, as `3.42 ×`. */
export function ratioText(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(value < 10 ? 2 : 1)} ×` : "–";
}

/** Milliseconds, as `0.42 ms`. */
export function millisecondsText(value: number): string {
  return `${figureText(value)} ms`;
}

/** The smallest and the largest of the rounds. */
export function rangeText(values: readonly number[]): string {
  return `${figureText(Math.min(...values))} to ${figureText(Math.max(...values))}`;
}
