/** Identifies a counter in a workspace. */
export interface CounterKey {
  /**
   * The rule id and a digest of what the limit counts, so that a rule that counts something else
   * starts at zero. A change of the maximum alone keeps the counter.
   */
  readonly counter: string;
  /** SHA-256 of the group's value, shortened to 32 characters; null without `by`. */
  readonly group: string | null;
}
