import type { OpenedStorage } from "../histories/treasury-histories.ts";

/** The storage under test. */
export interface RuleSubject {
  /** For the suite's title. */
  readonly name: string;
  /** Runs only every nth test of the table and of the bounds; all by default. */
  readonly every?: number;
  /** Opens a new, empty storage with the clock `now`. */
  open(now: () => number): Promise<OpenedStorage> | OpenedStorage;
}
