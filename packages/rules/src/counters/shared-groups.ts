import { Micros } from "@agent-treasury/provider";
import type { LocalClock } from "../windows/local-time.ts";
import type { CountedLimit } from "./charge.ts";
import { type Counter, emptyCounter, type HeldPayee, type Span } from "./counter.ts";
import { isEmpty } from "./expiry.ts";
import type { Move } from "./move.ts";
import type { Tally } from "./tally.ts";
import { usedAmount } from "./usage.ts";

/**
 * A vendor is small while its usage is below one cent. Small vendors have no group of their own, so
 * that payments of fractions of a cent cannot use up all groups. Together they count in a group of
 * their agent, which has the limit of the rule. At one cent a vendor's usage moves to its own group,
 * where it stays until its window is empty.
 *
 * The vendor's counter always has all of its usage. Its parts have what the shared groups count of
 * it, by their ids.
 */
export interface GroupUsage {
  readonly counter: Counter;
  readonly parts: ReadonlyMap<string, Counter>;
}

export const smallBelow: Micros = Micros.of(Micros.perCent);

/** Returns whether the usage has a group of its own. */
export function isOpened(
  counter: Counter,
  hasParts: boolean,
  { window }: CountedLimit,
  clock: LocalClock,
  now: number,
): boolean {
  return !hasParts && !isEmpty(counter, window, clock, now);
}

export function isSmall(
  counter: Counter,
  { window }: CountedLimit,
  clock: LocalClock,
  now: number,
  added: Micros = Micros.zero,
  tally?: Tally,
): boolean {
  return Micros.add(usedAmount(counter, window, clock, now, tally), added) < smallBelow;
}

export interface MovedGroup extends GroupUsage {
  /** The changes of shared groups, by their ids. */
  readonly shared: ReadonlyMap<string, (before: Counter) => Counter>;
  /** The counter before the move among the groups. Null if it has no group of its own. */
  readonly groupBefore: Counter | null;
}

/**
 * Moves the usage of a vendor, and what shared groups count of it.
 *
 * @param shared the id of the group that the agent of the spend shares.
 */
export function moveGroup(
  before: GroupUsage,
  move: Move,
  limit: CountedLimit | null,
  payee: string | null,
  shared: string,
  clock: LocalClock,
  now: number,
): MovedGroup {
  const counter = move.apply(before.counter, limit, payee);
  const apply = (one: Counter): Counter => move.apply(one, limit, payee);
  if (limit === null) {
    const part = before.parts.get(shared);
    if (part === undefined) {
      return { counter, parts: before.parts, shared: new Map(), groupBefore: null };
    }
    const parts = new Map(before.parts).set(shared, apply(part));
    return { counter, parts, shared: new Map([[shared, apply]]), groupBefore: null };
  }
  if (isOpened(before.counter, before.parts.size > 0, limit, clock, now)) {
    return { counter, parts: new Map(), shared: new Map(), groupBefore: before.counter };
  }
  // Parts of an empty counter are in no window, nor are they in those of the shared groups.
  const isBegun = isEmpty(before.counter, limit.window, clock, now);
  const parts: GroupUsage["parts"] = isBegun ? new Map() : before.parts;
  if (!isSmall(counter, limit, clock, now)) {
    const moved = [...parts].map(
      ([id, part]) => [id, (one: Counter) => withoutPart(one, part)] as const,
    );
    return { counter, parts: new Map(), shared: new Map(moved), groupBefore: emptyCounter };
  }
  const part = apply(parts.get(shared) ?? emptyCounter);
  const isOver = isEmpty(counter, limit.window, clock, now);
  return {
    counter,
    parts: isOver ? new Map() : new Map(parts).set(shared, part),
    shared: new Map([[shared, apply]]),
    groupBefore: null,
  };
}

/** Removes a part of a sum. A clock that is ahead may have dropped some of it. */
export function withoutPart(sum: Counter, part: Counter): Counter {
  return {
    spans: part.spans.reduce(withoutSpan, sum.spans),
    held: lower(sum.held, part.held),
    heldCount: Math.max(sum.heldCount - part.heldCount, 0),
    heldPayees: withoutHeld(sum.heldPayees, part.heldPayees),
  };
}

/** A span that the sum dropped or merged stays as it is there, because it may be that of others. */
function withoutSpan(
  spans: readonly Span[],
  { name, spent, count, payees }: Span,
): readonly Span[] {
  const at = spans.findIndex((one) => one.name === name);
  const span = spans[at];
  if (span === undefined) return spans;
  const rest: Span = {
    name,
    spent: lower(span.spent, spent),
    count: Math.max(span.count - count, 0),
    payees: span.payees.filter((payee) => !payees.includes(payee)),
  };
  const isEnded = rest.spent === 0n && rest.count === 0 && rest.payees.length === 0;
  return isEnded ? spans.toSpliced(at, 1) : spans.with(at, rest);
}

function withoutHeld(sum: readonly HeldPayee[], part: readonly HeldPayee[]): readonly HeldPayee[] {
  const ended = new Map(part);
  return sum.flatMap(([payee, holds]): HeldPayee[] => {
    const left = holds - (ended.get(payee) ?? 0);
    return left > 0 ? [[payee, left]] : [];
  });
}

function lower(amount: Micros, by: Micros): Micros {
  return Micros.max(Micros.subtract(amount, by), Micros.zero);
}
