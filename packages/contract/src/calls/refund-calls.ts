import type {
  RefundCaseAnswer,
  RefundCaseListRequest,
  RefundCasePage,
  RefundCaseReading,
  RefundCaseReference,
  RefundCaseRequest,
  RefundCaseUpdate,
  RefundRecord,
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

/** Refund cases: payments that did not buy what was offered. Amounts are USD. */
export interface RefundCalls<By extends CallTerms> {
  /**
   * Opens a case, or returns the one that is open: `POST /treasury/refund-cases`.
   *
   * Error codes: `proposal_not_found`, `refund_case_closed`.
   */
  open(request: RefundCaseRequest & By["agent"], ...call: By["options"]): Promise<RefundCaseAnswer>;
  /** Lists cases: `GET /treasury/refund-cases`. Continue with its `cursor`. */
  list(
    request?: RefundCaseListRequest & By["agent"],
    ...call: By["options"]
  ): Promise<RefundCasePage>;
  /**
   * Reads a case, with a prepared request for a refund and a prepared dispute: `GET
   * /treasury/refund-cases/{proposalId}`.
   *
   * Error codes: `refund_case_not_found`.
   */
  read(
    request: RefundCaseReference & By["agent"],
    ...call: By["options"]
  ): Promise<RefundCaseReading>;
  /**
   * Presents the payment again for what it bought: `POST
   * /treasury/refund-cases/{proposalId}/ask-again`.
   *
   * Error codes: `refund_case_not_found`, `refund_case_closed`, `refund_case_busy`, `frozen`.
   */
  askAgain(
    request: RefundCaseReference & By["agent"],
    ...call: By["options"]
  ): Promise<RefundCaseAnswer>;
  /**
   * Records money that the payee returned, once: `POST /treasury/refund-cases/{proposalId}/refund`. Not
   * for agents.
   *
   * Error codes: `refund_not_found`, `refund_case_not_found`, `refund_case_closed`, `forbidden`.
   */
  record(request: RefundRecord, ...call: By["options"]): Promise<RefundCaseAnswer>;
  /**
   * Records what a person did: `POST /treasury/refund-cases/{proposalId}`. Not for agents.
   *
   * Error codes: `refund_case_not_found`, `refund_case_closed`, `forbidden`.
   */
  update(request: RefundCaseUpdate, ...call: By["options"]): Promise<RefundCaseAnswer>;
}
