/** Who a credential belongs to. */
export interface SignedInOperator {
  readonly name: string;
}
