/** A share with its 95 % interval by Wilson, in percent. */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly percent: number;
  readonly low: number;
  readonly high: number;
}

const z = 1.959_964;

export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, percent: 0, low: 0, high: 100 };
  const share = count / of;
  const scale = 1 + z ** 2 / of;
  const center = (share + z ** 2 / (2 * of)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2));
  return {
    count,
    of,
    percent: percentOf(share),
    low: percentOf(Math.max(0, center - half)),
    high: percentOf(Math.min(1, center + half)),
  };
}

function percentOf(value: number): number {
  return Math.round(value * 1_000) / 10;
}

/** @example textOf(shareOf(9, 10)); // "9 of 10 (90 %, 59.6 to 98.2 %)" */
export function textOf({ count, of, percent, low, high }: Share): string {
  return of === 0 ? "0 of 0" : `${count} of ${of} (${percent} %, ${low} to ${high} %)`;
}
