import type { Micros } from "../money/micros.ts";
import type { WebhookDelivery } from "./payment-processor.ts";

/** Lets the treasury decide a card's authorizations. A network waits for about two seconds. */
export interface PaymentAuthorizations {
  /**
   * Checks the headers of a delivery before its body is read. Throws `webhook_signature_invalid` or
   * `webhook_not_connected`.
   */
  checkDelivery(headers: WebhookDelivery["headers"]): void;
  /**
   * Verifies a delivery, without requests to other systems. Rejects with
   * `webhook_signature_invalid`, and with `webhook_mode_mismatch` for another kind of money.
   */
  read(delivery: WebhookDelivery): Promise<AuthorizationRequest>;
}

export interface AuthorizationRequest {
  /** Null for anything that the treasury did not order. It is declined. */
  readonly payment: AuthorizedPayment | null;
  /** Headers that the network requires in the response. Names in lower case. */
  readonly responseHeaders: Readonly<Record<string, string>>;
}

export interface AuthorizedPayment {
  readonly workspaceId: string;
  readonly proposalId: string;
  /** The executor's payment id, as in outcomes. */
  readonly reference: string;
  /** 1 to 255 characters. An authorization may be increased by a later request. */
  readonly authorizationId: string;
  /** The total of the authorization if this request is approved. Zero for a test of the card. */
  readonly amount: Micros;
}
