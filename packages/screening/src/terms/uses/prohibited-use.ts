/** A kind of purchase to block or to review. */
export interface ProhibitedUse {
  /** For example `weapons`. */
  readonly category: string;
  /** The verdict for a spend in which a term occurs. */
  readonly verdict: "blocked" | "review";
  /** Shown to the agent and the approver, one sentence. */
  readonly reason: string;
  /**
   * Whole words or phrases, compared after normalisation. The last word also matches its plural in
   * s. A `*` before or after a word matches any beginning or ending. ` ... ` between two words
   * matches at most six others. `(passport*|visa*)` matches one of its choices. The parts around `
   * & ` match in either order, with at most six words between: `fake & (passport*|visa*)`.
   */
  readonly terms: readonly string[];
  /**
   * Phrases in which a term has another meaning, in the syntax of terms. `{term}` matches the found
   * term: `anti {term}`.
   */
  readonly exceptions?: readonly string[];
}

export type Language = "english" | "german" | "french" | "spanish" | "italian" | "portuguese";
