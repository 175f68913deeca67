/**
 * What a call states beside its request. A client calls as the holder of its credential, and code in the
 * process of a treasury names who acts.
 */
export interface CallTerms {
  /** Fields by which an agent acts, or a person if there is no agent. */
  readonly agent: unknown;
  /** Fields by which a person acts. */
  readonly person: unknown;
  /** Parameters after the request. */
  readonly options: readonly unknown[];
}
