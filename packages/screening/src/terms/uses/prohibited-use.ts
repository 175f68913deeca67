/** A kind of purchase that the gate stops, or puts before a person. */
export interface ProhibitedUse {
  /** For example `weapons`. */
  readonly category: string;
  /** What happens to a spend in which a term occurs. */
  readonly verdict: "blocked" | "review";
  /** Told to the agent and the operator, one sentence. */
  readonly reason: string;
  /**
   * Whole words or phrases, compared after normalisation; the last word also in the plural with an s. A `*`
   * before or after a word matches any beginning or ending of it; ` ... ` between two words stands for at
   * most six others; of `(passport*|visa*)` one has to be there; what ` & ` stands between may be in
   * either order, with at most six words between: `fake & (passport*|visa*)`.
   */
  readonly terms: readonly string[];
  /**
   * Phrases in which a term means something else, written like terms; they are read over. In one of them
   * `{term}` stands for whatever term was found: `anti {term}`.
   */
  readonly exceptions?: readonly string[];
}

/** A language whose words core inflects. */
export type Language = "english" | "german" | "french" | "spanish" | "italian" | "portuguese";
