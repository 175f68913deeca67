import type { Clock } from "@agent-treasury/provider";

/** A clock that a history moves: for the storage and for every committer. */
export interface HistoryClock extends Clock {
  /** Time goes by. */
  advance(milliseconds: number): void;
  /** Somebody sets the clock, and no time goes by. */
  jump(milliseconds: number): void;
}

/** A clock on which sleeping takes no time. */
export function historyClock(start: number): HistoryClock {
  let wall = start;
  let elapsed = 0;
  return {
    now: () => wall,
    monotonic: () => elapsed,
    sleep: () => Promise.resolve(),
    advance: (milliseconds) => {
      wall += milliseconds;
      elapsed += milliseconds;
    },
    jump: (milliseconds) => {
      wall += milliseconds;
    },
  };
}
