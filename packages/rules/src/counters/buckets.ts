import { Micros } from "@agent-treasury/provider";
import type { Span } from "./counter.ts";

const bucketsPerWindow = 24;
/** Two windows and half of one in the future. */
const maximumBuckets = 60;
const hourMs = 3_600_000;
const none: readonly string[] = [];

/** Whole, also for a number of minutes. */
export const rollingMs = (hours: number): number => Math.round(hours * hourMs);

const widthOf = (hours: number): number => rollingMs(hours) / bucketsPerWindow;

export const bucketName = (hours: number, at: number): string =>
  String(Math.floor(at / widthOf(hours)));

export const bucketEnd = (hours: number, name: string): number =>
  (Number(name) + 1) * widthOf(hours);

/** A bucket counts as long as its last moment does, and so does a bucket in the future. */
export function countingBuckets(
  buckets: readonly Span[],
  hours: number,
  now: number,
): readonly Span[] {
  return buckets.filter(({ name }) => bucketEnd(hours, name) > now - rollingMs(hours));
}

/** Adds usage, and drops buckets that a clock behind this one by a window would not count. */
export function addToBucket(
  buckets: readonly Span[],
  hours: number,
  now: number,
  added: Span,
): readonly Span[] {
  const [newest] = buckets;
  // Most spends of a busy limit change no more than this.
  if (newest?.name === added.name && added.payees.length === 0) {
    return buckets.with(0, sumOf(newest, added));
  }
  const others = buckets.filter(({ name }) => name !== added.name);
  const same = buckets.find(({ name }) => name === added.name);
  const recent = [...others, same === undefined ? added : sumOf(same, added)]
    .filter(({ name }) => bucketEnd(hours, name) > now - 2 * rollingMs(hours))
    .toSorted((left, right) => Number(right.name) - Number(left.name));
  return inNewestOnly(recent.length > maximumBuckets ? mergeOldest(recent) : recent);
}

/** Merges into the newer bucket, so that nothing stops to count early. */
function mergeOldest(buckets: readonly Span[]): readonly Span[] {
  const neighbour = buckets.findLastIndex(
    ({ name }, index) => Number(buckets[index - 1]?.name) - Number(name) === 1,
  );
  const index = neighbour === -1 ? buckets.length - 1 : neighbour;
  const [newer, older] = buckets.slice(index - 1, index + 1);
  if (newer === undefined || older === undefined) return buckets;
  return buckets.toSpliced(index - 1, 2, sumOf(newer, older));
}

export function sumOf(span: Span, added: Omit<Span, "name">): Span {
  const { name, spent, count, payees } = span;
  const others =
    added.payees.length === 0 ? none : added.payees.filter((one) => !payees.includes(one));
  return {
    name,
    spent: Micros.add(spent, added.spent),
    count: count + added.count,
    payees: others.length === 0 ? payees : [...payees, ...others],
  };
}

function inNewestOnly(spans: readonly Span[]): readonly Span[] {
  const seen = new Set<string>();
  return spans.map((span) => {
    const payees = span.payees.filter((payee) => !seen.has(payee));
    for (const payee of payees) seen.add(payee);
    return payees.length === span.payees.length ? span : { ...span, payees };
  });
}
