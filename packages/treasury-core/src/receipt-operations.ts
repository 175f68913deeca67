import type {
  CheckpointRequest,
  PublishedKeys,
  ReceiptRequest,
  SignedCheckpoint,
  SpendReceipt,
  WorkspaceRequest,
} from "@agent-treasury/contract";

/** A period of a workspace (`demo` by default). */
export interface EvidenceRequest extends WorkspaceRequest {
  readonly from: Date;
  /** Now by default. Not included. */
  readonly to?: Date;
}

/** Proofs for third parties. Methods reject with `receipts_not_connected` without the option `receipts`. */
export interface ReceiptOperations {
  /**
   * Issues a receipt of a paid spend, which others verify with `@agent-treasury/receipts`.
   *
   * @throws TreasuryError `proposal_not_found`, `receipt_unavailable`.
   * @example
   * ```ts
   * const { receipt } = await treasury.receipts.issue({ proposalId });
   * ```
   */
  issue(request: ReceiptRequest): Promise<SpendReceipt>;
  /**
   * Signs the present ledger entries. With `since`, proves that an earlier checkpoint is its beginning.
   *
   * @throws TreasuryError `receipt_unavailable` for a workspace without entries.
   */
  checkpoint(request?: CheckpointRequest): Promise<SignedCheckpoint>;
  /**
   * Yields the lines of a file for auditors: decisions with their receipts, rules, administrative
   * changes and exceptions of a period, and a signed footer. `@agent-treasury/receipts` verifies it.
   *
   * @throws TreasuryError `invalid_request`.
   * @example
   * ```ts
   * for await (const line of treasury.receipts.evidence({ from: new Date("2026-10-01") })) {
   *   file.write(`${line}\n`);
   * }
   * ```
   */
  evidence(request: EvidenceRequest): AsyncIterable<string>;
  /** Returns the public keys, also without the option `receipts`. */
  keys(): Promise<PublishedKeys>;
  /**
   * Creates new signing keys, and ends the present ones. With `revoke`, they may be known to others:
   * their earlier signatures are then accepted only with a checkpoint that a witness cosigned.
   */
  rotateKeys(request?: { readonly revoke?: boolean }): Promise<PublishedKeys>;
}
