import type {
  StandInBalanceTransaction,
  StandInCharge,
  StandInDispute,
  StandInEvent,
  StandInIntent,
  StandInLink,
  StandInRefund,
  StandInSession,
} from "./stand-in-objects.ts";

const daySeconds = 86_400;

export interface StandInPrice {
  readonly cents: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly intentMetadata: Readonly<Record<string, string>>;
}

/** The stand-in's account: its objects and its payers' actions, oldest first. */
export class StandInAccount {
  readonly sessions: StandInSession[] = [];
  readonly links: StandInLink[] = [];
  readonly intents: StandInIntent[] = [];
  readonly refunds: StandInRefund[] = [];
  readonly disputes: StandInDispute[] = [];
  /** Of a session or of a link, by its id. */
  readonly prices: Map<string, StandInPrice> = new Map();
  /** Seconds since 1970. */
  readonly now: () => number;
  #made = 0;

  constructor(now: () => number) {
    this.now = now;
  }

  openSession(price: StandInPrice, address: string, link: string | null = null): StandInSession {
    const id = this.newId("cs_test");
    const session: StandInSession = {
      id,
      object: "checkout.session",
      created: this.now(),
      livemode: false,
      mode: "payment",
      currency: price.currency,
      amount_total: price.cents,
      metadata: price.metadata,
      payment_link: link,
      expires_at: this.now() + daySeconds,
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      url: `${address}/pay/${id}`,
    };
    this.prices.set(id, price);
    this.sessions.push(session);
    return session;
  }

  makeLink(price: StandInPrice, address: string): StandInLink {
    const id = this.newId("plink");
    const { metadata } = price;
    const link = { id, object: "payment_link", livemode: false, metadata } as const;
    const made = { ...link, url: `${address}/buy/${id}` };
    this.prices.set(id, price);
    this.links.push(made);
    return made;
  }

  /** Completes a session, and pays it unless its method is a delayed one. */
  completeSession(session: StandInSession, isPaid: boolean): void {
    session.status = "complete";
    session.url = null;
    session.payment_intent ??= this.#makeIntent(session).id;
    if (isPaid) session.payment_status = "paid";
  }

  refund(intent: StandInIntent, cents: number): StandInRefund {
    const { latest_charge: charge, currency } = intent;
    charge.amount_refunded += cents;
    const refund: StandInRefund = {
      id: this.newId("re"),
      object: "refund",
      created: this.now(),
      amount: cents,
      currency,
      charge: charge.id,
      payment_intent: intent.id,
      status: "succeeded",
    };
    this.refunds.push(refund);
    return refund;
  }

  failRefund(refund: StandInRefund): void {
    refund.status = "failed";
    const intent = this.intents.find(({ id }) => id === refund.payment_intent);
    if (intent !== undefined) intent.latest_charge.amount_refunded -= refund.amount;
  }

  dispute(intent: StandInIntent, cents: number): StandInDispute {
    const { latest_charge: charge, currency } = intent;
    const dispute: StandInDispute = {
      id: this.newId("du"),
      object: "dispute",
      created: this.now(),
      livemode: false,
      amount: cents,
      currency,
      charge: charge.id,
      payment_intent: intent.id,
      balance_transactions: [this.#move(-cents, 1_500, currency)],
      status: "needs_response",
    };
    this.disputes.push(dispute);
    return dispute;
  }

  reinstate(dispute: StandInDispute): void {
    dispute.status = "won";
    dispute.balance_transactions.push(this.#move(dispute.amount, 0, dispute.currency));
  }

  event(type: string, object: object, livemode = false): StandInEvent {
    return {
      id: this.newId("evt"),
      object: "event",
      api_version: "2026-10-28.stand-in",
      created: this.now(),
      livemode,
      type,
      // A copy, because a delivered event does not change afterwards.
      data: { object: structuredClone(object) },
    };
  }

  newId(prefix: string): string {
    this.#made += 1;
    return `${prefix}_${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}${this.#made}`;
  }

  #makeIntent({ id, amount_total: amount, currency }: StandInSession): StandInIntent {
    const metadata = this.prices.get(id)?.intentMetadata ?? {};
    const intentId = this.newId("pi");
    const charge: StandInCharge = {
      id: this.newId("ch"),
      object: "charge",
      created: this.now(),
      livemode: false,
      amount,
      currency,
      // Stripe copies it from the intent when the charge is created.
      metadata,
      payment_intent: intentId,
      balance_transaction: this.#move(amount, Math.round(amount * 0.029) + 30, currency),
      amount_refunded: 0,
    };
    const intent: StandInIntent = {
      id: intentId,
      object: "payment_intent",
      livemode: false,
      amount,
      currency,
      metadata,
      latest_charge: charge,
    };
    this.intents.push(intent);
    return intent;
  }

  #move(amount: number, fee: number, currency: string): StandInBalanceTransaction {
    const created = this.now();
    return { id: this.newId("txn"), object: "balance_transaction", created, amount, fee, currency };
  }
}
