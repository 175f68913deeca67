import type { Clock } from "@agent-treasury/provider";

/** The clock of a history's storage and committers. */
export interface HistoryClock extends Clock {
  /** Lets time elapse. */
  advance(milliseconds: number): void;
  /** Sets the clock without elapsed time. */
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
