/** A kind of purchase that the gate stops, or puts before a person. */
export interface ProhibitedUse {
  /** For example `weapons`. */
  readonly category: string;
  /** What happens to a spend in which a term occurs. */
  readonly verdict: "blocked" | "review";
  /** Told to the agent and the operator, one sentence. */
  readonly reason: string;
  /**
   * Whole words or phrases, compared after normalisation. A trailing `*` matches any ending of a word;
   * ` ... ` between two words stands for at most six others, and of `(passport*|visa*)` one has to be
   * there: `fake ... (passport*|visa*)`.
   */
  readonly terms: readonly string[];
  /** Phrases in which a term means something else, written like terms; they are read over. */
  readonly exceptions?: readonly string[];
}
