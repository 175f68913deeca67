import type { Micros } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { ConnectionOptions } from "../connection.ts";

/** A card for one payment, as its payer needs it. It is told to nobody else and kept nowhere. */
export interface IssuedCard {
  /** The same proposal is the same card: to be given it again is no second payment. */
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly vendor: string;
  readonly purpose: string;
  /** Stripe's id of the card. */
  readonly cardId: string;
  /** The most that the card is good for, whole cents. */
  readonly limit: Micros;
  readonly number: string;
  readonly cvc: string;
  /** 1 to 12. */
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** A kind of merchant, by Stripe's name, for example `computer_software_stores`. */
export type MerchantCategory = Stripe.Issuing.CardCreateParams.SpendingControls.AllowedCategory;

/** How cards are made. What is left out of the connection is read from the environment. */
export interface StripeIssuingOptions extends ConnectionOptions {
  /** Stripe's id of the cardholder, `ich_…`, in whose name cards are made. */
  readonly cardholder: string;
  /**
   * Given each card, so that whoever pays can pay with it. Must remember that a proposal was paid: a
   * process that dies around the call has it made again. A rejection keeps the amount held;
   * it is told to nobody, since it may carry the card.
   */
  readonly deliverCard: (card: IssuedCard, signal: AbortSignal) => Promise<void>;
  /** Kinds of merchants that a card is bound to, by a proposal's `category`; others are not bound. */
  readonly categories?: Readonly<Record<string, readonly MerchantCategory[]>>;
}
