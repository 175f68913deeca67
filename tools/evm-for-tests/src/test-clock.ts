import { type Clock, systemClock } from "@agent-treasury/provider";

export interface TestClock extends Clock {
  advance(seconds: number): void;
}

/** A clock that starts at a time and moves when a test advances it. */
export function testClock(startMs: number): TestClock {
  let nowMs = startMs;
  return {
    ...systemClock,
    now: () => nowMs,
    advance: (seconds) => {
      nowMs += seconds * 1_000;
    },
  };
}
