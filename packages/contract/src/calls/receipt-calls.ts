import type {
  CheckpointRequest,
  ReceiptRequest,
  SignedCheckpoint,
  SpendReceipt,
} from "../shapes.ts";
import type { PublishedKeys } from "../shapes.ts";
import type { CallTerms } from "./call-terms.ts";

/** Proofs for third parties. Error codes of all but `keys`: `receipts_not_connected`. */
export interface ReceiptCalls<By extends CallTerms> {
  /**
   * Issues a receipt of a paid spend: `GET /treasury/proposals/{proposalId}/receipt`. Others verify it
   * with `@agent-treasury/receipts`.
   *
   * Error codes: `proposal_not_found`, `receipt_unavailable`.
   *
   * @example
   * const { receipt } = await client.receipts.issue({ proposalId });
   */
  issue(request: ReceiptRequest, ...call: By["options"]): Promise<SpendReceipt>;
  /**
   * Signs the present ledger entries: `GET /treasury/checkpoint`. With `since`, proves that an earlier
   * checkpoint is its beginning.
   *
   * Error codes: `receipt_unavailable` for a workspace without entries.
   */
  checkpoint(request?: CheckpointRequest, ...call: By["options"]): Promise<SignedCheckpoint>;
  /** Reads the public keys, with those that ended: `GET /keys.json`. */
  keys(...call: By["options"]): Promise<PublishedKeys>;
}
