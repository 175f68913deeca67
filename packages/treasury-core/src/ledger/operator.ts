export interface Operator {
  readonly name: string | null;
  /** Whether the operator signed in. Otherwise the name is self-reported. */
  readonly verified: boolean;
}
