/** One line of a cell's trace, in the order in which the harness saw it. */
export interface TraceLine {
  readonly kind: "process" | "request" | "transfer" | "decision" | "fault";
  readonly text: string;
}

/** What the chain, the seller and the approver recorded of one purchase. */
export interface PurchaseRecord {
  /** Transfers to the payee of this purchase, by the token's own logs. In units of the token. */
  readonly payments: readonly bigint[];
  /** Answers with the report to a request with a payment. */
  readonly deliveries: number;
  /** Whether the purchase needed an approval, was approved, and was paid before that. */
  readonly approval: "not needed" | "missing" | "given" | "forged";
}

export interface CellRecord {
  readonly purchases: readonly PurchaseRecord[];
  /** Of all purchases together; null if the fault is not about a cap. */
  readonly capUnits: bigint | null;
  readonly trace: readonly TraceLine[];
}
