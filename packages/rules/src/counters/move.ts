import { Micros } from "@agent-treasury/provider";
import type { LocalClock } from "../windows/local-time.ts";
import { type CountedLimit, charge, hold, release, releaseRest, settle } from "./charge.ts";
import type { Counter } from "./counter.ts";
import type { Tally } from "./tally.ts";

/** A change of the counters of a spend. */
export interface Move {
  /** Limit null: the rule was removed, so that only holds are released. */
  readonly apply: (counter: Counter, limit: CountedLimit | null, payee: string | null) => Counter;
  /** What it adds to a counter for which `canTally` is true. Null if tallies cannot contain it. */
  readonly tally: Tally | null;
}

export interface Settlement {
  readonly captured: Micros;
  /** False for further captures of one spend. */
  readonly isFirst: boolean;
}

/** Counts a spend that is settled at once. */
export function chargeMove(amount: Micros, clock: LocalClock, now: number): Move {
  return countMove(charge, amount, clock, now, { spent: amount, count: 1 });
}

export function holdMove(amount: Micros, clock: LocalClock, now: number): Move {
  return countMove(hold, amount, clock, now, null);
}

function countMove(
  count: typeof charge | typeof hold,
  amount: Micros,
  clock: LocalClock,
  now: number,
  tally: Tally | null,
): Move {
  return {
    apply: (counter, limit, payee) =>
      limit === null ? counter : count(counter, limit, clock, now, { amount, payee }),
    tally,
  };
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
  const apply: Move["apply"] = (counter, limit, payee) => {
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
  return { apply, tally: null };
}

export function releaseMove(held: Micros): Move {
  return { apply: (counter, _limit, payee) => release(counter, { held, payee }), tally: null };
}

/** Ends the hold of a spend of which a part was captured. */
export function releaseRestMove(held: Micros): Move {
  return { apply: (counter) => releaseRest(counter, held), tally: null };
}
