import type {
  RefundCaseAnswer,
  RefundCaseListRequest,
  RefundCasePage,
  RefundCaseReading,
  RefundCaseReference,
  RefundCaseRequest,
  RefundCaseUpdate,
  RefundRecord,
} from "@agent-treasury/contract";

/** Acts as this agent, on its own cases only. Omit it for a person. */
interface AsAgent {
  readonly agentId?: string;
}

/**
 * Refund cases: payments that did not buy what was offered. Amounts are USD. Methods reject with
 * `refund_case_not_found` for a case that does not exist, and `refund_case_closed` for one that ended.
 */
export interface RefundOperations {
  /**
   * Opens a case, or returns the one that is open. The treasury opens one itself for a paid request that
   * delivered nothing, an error, or another type of content.
   *
   * @example
   * ```ts
   * await treasury.refunds.open({ proposalId, reason: "other", note: "The report is empty." });
   * ```
   */
  open(request: RefundCaseRequest & AsAgent): Promise<RefundCaseAnswer>;
  /** Lists the cases of the workspace, those of the newest payments first. */
  list(request?: RefundCaseListRequest & AsAgent): Promise<RefundCasePage>;
  /** Reads a case, with a prepared request for a refund and a prepared dispute. */
  read(request: RefundCaseReference & AsAgent): Promise<RefundCaseReading>;
  /**
   * Presents the payment again for what it bought, if that is the same payment.
   *
   * @throws TreasuryError `frozen`, `refund_case_busy`.
   */
  askAgain(request: RefundCaseReference & AsAgent): Promise<RefundCaseAnswer>;
  /**
   * Records money that the payee returned, once, by the payee's reference.
   *
   * @throws TreasuryError `refund_not_found`.
   * @example
   * ```ts
   * await treasury.refunds.record({ proposalId, reference: "re_123", amountUsd: 5, operator: "Ada" });
   * ```
   */
  record(request: RefundRecord): Promise<RefundCaseAnswer>;
  /** Records what a person did: a request, a dispute, or how the case ended. */
  update(request: RefundCaseUpdate): Promise<RefundCaseAnswer>;
}
