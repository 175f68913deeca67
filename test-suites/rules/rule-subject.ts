import type { OpenedStorage } from "../histories/treasury-histories.ts";

/** The storage under test. */
export interface RuleSubject {
  /** For the suite's title. */
  readonly name: string;
  /** Opens a new, empty storage with the clock `now`. */
  open(now: () => number): Promise<OpenedStorage> | OpenedStorage;
}
