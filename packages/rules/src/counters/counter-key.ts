/** Identifies a counter in a workspace. */
export interface CounterKey {
  /**
   * The rule id and a digest of what the limit counts, so that a rule that counts something else
   * starts at zero. A change of the maximum alone keeps the counter.
   */
  readonly counter: string;
  /** `by`, a dot, and the SHA-256 of the value, shortened to 32 characters. Null without `by`. */
  readonly group: string | null;
}
