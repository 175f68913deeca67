import { Micros } from "@agent-treasury/provider";
import type { LocalClock } from "../windows/local-time.ts";
import { type CountedLimit, charge, type hold, release, releaseRest, settle } from "./charge.ts";
import type { Counter } from "./counter.ts";

/** Changes a counter of a spend. Limit null: the rule was removed, so that only holds are released. */
export type Move = (counter: Counter, limit: CountedLimit | null, payee: string | null) => Counter;

export interface Settlement {
  readonly captured: Micros;
  /** False for further captures of one spend. */
  readonly isFirst: boolean;
}

/** Counts a spend. */
export function countMove(
  count: typeof charge | typeof hold,
  amount: Micros,
  clock: LocalClock,
  now: number,
): Move {
  return (counter, limit, payee) =>
    limit === null ? counter : count(counter, limit, clock, now, { amount, payee });
}

/**
 * Counts captured money in the window of its settlement.
 *
 * @param held the part of the hold that ends; null if the hold was released before.
 */
export function settleMove(
  held: Micros | null,
  { captured, isFirst }: Settlement,
  clock: LocalClock,
  now: number,
): Move {
  const lowered = held ?? Micros.zero;
  return (counter, limit, payee) => {
    if (limit === null) {
      if (held === null) return counter;
      return isFirst ? release(counter, { held, payee }) : releaseRest(counter, held);
    }
    // Without its hold, the payment counts as another spend.
    if (held === null && isFirst) {
      return charge(counter, limit, clock, now, { amount: captured, payee });
    }
    return settle(counter, limit, clock, now, { held: lowered, captured, payee, isFirst });
  };
}

export function releaseMove(held: Micros): Move {
  return (counter, _limit, payee) => release(counter, { held, payee });
}

/** Ends the hold of a spend of which a part was captured. */
export function releaseRestMove(held: Micros): Move {
  return (counter) => releaseRest(counter, held);
}
