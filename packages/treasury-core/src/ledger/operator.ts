export interface Operator {
  readonly name: string | null;
  /** Signed in, not self-reported. */
  readonly verified: boolean;
}
