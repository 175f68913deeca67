/** Who decides, resets or changes limits, and what is known of them. */
export interface Operator {
  /** Null for somebody who gave no name. */
  readonly name: string | null;
  /** Whether they signed in, rather than being named by the caller. */
  readonly verified: boolean;
}
