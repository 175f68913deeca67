/** The fields of Stripe's objects that the treasury reads. Amounts are cents, times are seconds. */
type Metadata = Readonly<Record<string, string>>;

export interface StandInSession {
  readonly id: string;
  readonly object: "checkout.session";
  readonly created: number;
  readonly livemode: false;
  readonly mode: "payment";
  readonly currency: string;
  readonly amount_total: number;
  readonly metadata: Metadata;
  readonly payment_link: string | null;
  readonly expires_at: number;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  payment_intent: string | null;
  url: string | null;
}

export interface StandInLink {
  readonly id: string;
  readonly object: "payment_link";
  readonly livemode: false;
  readonly url: string;
  readonly metadata: Metadata;
}

export interface StandInBalanceTransaction {
  readonly id: string;
  readonly object: "balance_transaction";
  readonly created: number;
  readonly amount: number;
  readonly fee: number;
  readonly currency: string;
}

export interface StandInCharge {
  readonly id: string;
  readonly object: "charge";
  readonly created: number;
  readonly livemode: false;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly balance_transaction: StandInBalanceTransaction;
  /** A running total. */
  amount_refunded: number;
}

export interface StandInIntent {
  readonly id: string;
  readonly object: "payment_intent";
  readonly livemode: false;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly latest_charge: StandInCharge;
}

/** A payment by a shared payment token. */
export interface StandInTokenIntent {
  readonly id: string;
  readonly object: "payment_intent";
  readonly created: number;
  readonly livemode: false;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly shared_payment_granted_token: string;
  status: "succeeded" | "requires_capture";
}

export interface StandInToken {
  readonly id: string;
  readonly object: "shared_payment.issued_token";
  readonly created: number;
  readonly livemode: false;
  deactivated_at: number | null;
  deactivated_reason: "consumed" | "expired" | "resolved" | "revoked" | null;
  readonly payment_method: string;
  readonly seller_details: {
    readonly external_id: string | null;
    readonly network_business_profile: string;
  };
  readonly setup_future_usage: null;
  readonly shared_metadata: Metadata;
  status: "active" | "requires_action" | "deactivated";
  readonly usage_details: {
    readonly amount_captured: { value: number; readonly currency: string };
  };
  readonly usage_limits: {
    readonly currency: string;
    readonly expires_at: number;
    readonly max_amount: number;
  };
}

export interface StandInRefund {
  readonly id: string;
  readonly object: "refund";
  readonly created: number;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  status: "pending" | "succeeded" | "failed";
}

export interface StandInDispute {
  readonly id: string;
  readonly object: "dispute";
  readonly created: number;
  readonly livemode: false;
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  readonly balance_transactions: StandInBalanceTransaction[];
  status: "needs_response" | "won";
}

export interface StandInEvent {
  readonly id: string;
  readonly object: "event";
  readonly api_version: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly type: string;
  readonly data: { readonly object: object };
}
