export interface SignedInOperator {
  readonly name: string;
}
