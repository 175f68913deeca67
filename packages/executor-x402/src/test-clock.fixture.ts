import { type Clock, systemClock } from "@agent-treasury/provider";

/** A clock that starts at a time and moves when a test says so. */
export function testClock(startMs: number): Clock & { advance(seconds: number): void } {
  let nowMs = startMs;
  return {
    ...systemClock,
    now: () => nowMs,
    advance: (seconds) => {
      nowMs += seconds * 1_000;
    },
  };
}
