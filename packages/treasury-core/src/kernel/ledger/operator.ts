/** A person who acts on a workspace. */
export interface Operator {
  readonly name: string | null;
  /** Whether the operator signed in. Otherwise the name is self-reported. */
  readonly verified: boolean;
  /** Identifies the person. Null unless verified. */
  readonly id: string | null;
  readonly groups: readonly string[];
}
