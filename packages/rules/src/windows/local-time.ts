import type { Day } from "../rule-set/rule-set.ts";

/** A moment in the deployment's time zone. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly weekday: Day;
  /** Minutes after midnight. */
  readonly minute: number;
  /** Names the hour. Names compare in time order, and a repeated hour has two names. */
  readonly hour: string;
}

/** @param at milliseconds since 1970. */
export type LocalClock = (at: number) => LocalTime;
