import { Micros } from "@agent-treasury/provider";
import type { Limit } from "../rule-set/rule-set.ts";
import type { LocalClock } from "../windows/local-time.ts";
import { windowName } from "../windows/window-name.ts";
import { addToBucket, bucketName, sumOf } from "./buckets.ts";
import type { Counter, HeldPayee, Span } from "./counter.ts";
import { usageIn } from "./usage.ts";

/** The part of a limit that determines what its counter stores. Window null: in total. */
export type CountedLimit = Pick<Limit, "measure" | "window">;

export interface CountedSpend {
  readonly amount: Micros;
  /** Hash of a payee that is not known; otherwise null. */
  readonly payee: string | null;
}

export interface CountedHold {
  /** The amount to release. Zero after the hold has ended. */
  readonly held: Micros;
  /** The payee that was passed to `hold`. */
  readonly payee: string | null;
}

export interface CountedCapture extends CountedHold {
  readonly captured: Micros;
  /** False for further captures of one spend, which are not counted as another spend. */
  readonly isFirst: boolean;
}

const none: readonly string[] = [];

/** Counts a spend that is settled at once. */
export function charge(
  counter: Counter,
  limit: CountedLimit,
  clock: LocalClock,
  now: number,
  { amount, payee }: CountedSpend,
): Counter {
  const payees = isStored(counter, limit, clock, now, payee) ? [payee] : none;
  return add(counter, limit, clock, now, { spent: amount, count: 1, payees });
}

export function hold(
  counter: Counter,
  limit: CountedLimit,
  clock: LocalClock,
  now: number,
  { amount, payee }: CountedSpend,
): Counter {
  return {
    ...counter,
    held: Micros.add(counter.held, amount),
    heldCount: counter.heldCount + 1,
    heldPayees: isStored(counter, limit, clock, now, payee)
      ? holdPayee(counter.heldPayees, payee)
      : counter.heldPayees,
  };
}

/** Releases the hold and counts the captured amount in the window of `now`. */
export function settle(
  counter: Counter,
  limit: CountedLimit,
  clock: LocalClock,
  now: number,
  { held, captured, payee, isFirst }: CountedCapture,
): Counter {
  const payees = isStored(counter, limit, clock, now, payee) ? [payee] : none;
  const released = isFirst ? release(counter, { held, payee }) : releaseRest(counter, held);
  const count = isFirst ? 1 : 0;
  return add(released, limit, clock, now, { spent: captured, count, payees });
}

/** Ends a hold without a payment. */
export function release(counter: Counter, { held, payee }: CountedHold): Counter {
  return {
    ...counter,
    held: lower(counter.held, held),
    heldCount: Math.max(counter.heldCount - 1, 0),
    heldPayees: releasePayee(counter.heldPayees, payee),
  };
}

/** Ends a part of a hold that was captured before, and so counts as a spend. */
export function releaseRest(counter: Counter, held: Micros): Counter {
  return { ...counter, held: lower(counter.held, held) };
}

/** A hold may be older than the counter. */
function lower(held: Micros, released: Micros): Micros {
  return Micros.max(Micros.subtract(held, released), Micros.zero);
}

function add(
  counter: Counter,
  limit: CountedLimit,
  clock: LocalClock,
  now: number,
  usage: Omit<Span, "name">,
): Counter {
  const { window } = limit;
  const { spans } = counter;
  if (window?.kind === "rolling") {
    const added = { name: bucketName(window.hours, now), ...usage };
    return { ...counter, spans: addToBucket(spans, window.hours, now, added) };
  }
  const name = windowName(window?.period ?? null, clock(now));
  const [newest] = spans;
  // A clock that is behind adds to the newest window.
  const isNext = newest === undefined || newest.name < name;
  return { ...counter, spans: [isNext ? { name, ...usage } : sumOf(newest, usage)] };
}

/** One payee above the maximum shows that the limit is passed; more would only need space. */
function isStored(
  counter: Counter,
  limit: CountedLimit,
  clock: LocalClock,
  now: number,
  payee: string | null,
): payee is string {
  if (limit.measure.kind !== "newPayees" || payee === null) return false;
  const { payees } = usageIn(counter, limit.window, clock, now);
  return payees.includes(payee) || payees.length <= limit.measure.maximum;
}

function holdPayee(held: readonly HeldPayee[], payee: string): readonly HeldPayee[] {
  const holds = held.find(([other]) => other === payee)?.[1] ?? 0;
  return [...held.filter(([other]) => other !== payee), [payee, holds + 1]];
}

function releasePayee(held: readonly HeldPayee[], payee: string | null): readonly HeldPayee[] {
  return held.flatMap(([other, holds]): HeldPayee[] => {
    if (other !== payee) return [[other, holds]];
    return holds > 1 ? [[other, holds - 1]] : [];
  });
}
