import type { Micros } from "@agent-treasury/provider";
import type { Stripe } from "stripe";
import type { AuthorizationOptions, ConnectionOptions } from "../connection.ts";

/** A card for one payment. It is neither stored nor logged. */
export interface IssuedCard {
  /** Identifies the card: a second delivery for the same proposal is the same card. */
  readonly proposalId: string;
  readonly workspaceId: string;
  readonly vendor: string;
  readonly purpose: string;
  readonly cardId: string;
  /** The card's limit, in whole cents. */
  readonly limit: Micros;
  readonly number: string;
  readonly cvc: string;
  /** 1 to 12. */
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

/** A merchant category by Stripe's name, for example `computer_software_stores`. */
export type MerchantCategory = Stripe.Issuing.CardCreateParams.SpendingControls.AllowedCategory;

/** Card settings. Omitted connection settings are read from the environment. */
export interface StripeIssuingOptions extends ConnectionOptions, AuthorizationOptions {
  /** Stripe's id of the cardholder, `ich_…`. */
  readonly cardholder: string;
  /**
   * Delivers each card to the payer. It must record paid proposals, because a crash around the call
   * repeats it. A rejection keeps the amount held and is not logged, because it may contain the
   * card.
   */
  readonly deliverCard: (card: IssuedCard, signal: AbortSignal) => Promise<void>;
  /** Merchant categories by a proposal's `category`. Cards of other proposals are unrestricted. */
  readonly categories?: Readonly<Record<string, readonly MerchantCategory[]>>;
}
