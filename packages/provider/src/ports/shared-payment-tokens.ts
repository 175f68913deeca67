import type { Micros } from "../money/micros.ts";
import type { PaymentMode } from "./payment-processor.ts";

/** What one seller may take, once issued. The issuer's records are the truth about it, not the seller. */
export interface NewSharedPaymentToken {
  /** The same key issues the same token, for at least a day. */
  readonly idempotencyKey: string;
  /** The seller's profile in the issuer's network. Only this seller can use the token. */
  readonly sellerProfile: string;
  /** The most that the seller can take in all, in whole cents. */
  readonly maximum: Micros;
  /** When it ends, in milliseconds since 1970, whole seconds. */
  readonly expiresAt: number;
}

export interface SharedPaymentToken {
  /** What is presented to the seller. */
  readonly id: string;
  /** What the seller took so far. */
  readonly captured: Micros;
  /**
   * Why the seller can use it no longer. `consumed`: the maximum is taken or authorized. `resolved`: the
   * seller exchanged it, and takes the money outside of the issuer. Null while it can be used.
   */
  readonly ended: "consumed" | "expired" | "revoked" | "resolved" | null;
  /** Whether the owner of the payment method has to act before the seller can use it. */
  readonly needsOwner: boolean;
}

/**
 * Issues tokens of a payment method, each for one seller, amount and time. Implementation: `stripeTokens`
 * of `@agent-treasury/payments-stripe`.
 *
 * A rejection may have had the effect, so that callers repeat a call with the same values. Errors:
 * `payments_not_connected` without a key; `payment_processor_error` if the issuer fails, with
 * `isOfCaller` if it rejected the values, so that it issued nothing by this call.
 */
export interface SharedPaymentTokens {
  /** The kind of money that the key moves. */
  mode(): PaymentMode;
  issue(token: NewSharedPaymentToken): Promise<SharedPaymentToken>;
  read(tokenId: string): Promise<SharedPaymentToken>;
  /** Ends a token. What the seller took before remains. */
  revoke(tokenId: string): Promise<SharedPaymentToken>;
}
