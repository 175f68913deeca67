import type {
  ActionAnswer,
  ForgottenPayee,
  PaidByPolicy,
  PayeeAddition,
  PayeeListRequest,
  PayeePage,
  PayeeReference,
  WorkspaceRequest,
} from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

export interface PayeeCalls<By extends CallTerms> {
  /** Lists a page of the payees that persons approved: `GET /treasury/payees`. */
  list(request?: PayeeListRequest, ...call: By["options"]): Promise<PayeePage>;
  /**
   * Lists the payees that policy paid in the last 90 days without the check of payees, and that are not
   * known: `GET /treasury/payees/paid-by-policy`.
   */
  paidByPolicy(request?: WorkspaceRequest, ...call: By["options"]): Promise<PaidByPolicy>;
  /**
   * Adds a payee as if a person had approved a payment of the amount: `POST /treasury/payees`. The
   * action is `pending` if the present rules require more approvals than the caller's.
   *
   * Error codes: `invalid_request`, `too_many_pending`.
   */
  add(request: PayeeAddition, ...call: By["options"]): Promise<ActionAnswer>;
  /**
   * Forgets a payee at once: `POST /treasury/payees/{payeeId}/forget`.
   *
   * Error codes: `payee_not_found`.
   */
  forget(request: PayeeReference, ...call: By["options"]): Promise<ForgottenPayee>;
}
