import { type SignedDelivery, signDelivery } from "./sign-delivery.ts";
import { StandInAccount } from "./stand-in-account.ts";
import { answerCall } from "./stand-in-api.ts";
import type {
  StandInEvent,
  StandInIntent,
  StandInSession,
  StandInTokenIntent,
} from "./stand-in-objects.ts";
import { StandInRefusal } from "./stand-in-refusal.ts";
import { StandInTokens } from "./stand-in-tokens.ts";

export interface StripeStandInOptions {
  /** Milliseconds since 1970; the machine's clock by default. */
  readonly now?: () => number;
  /**
   * Profiles of sellers by their test keys. Shared payment tokens are issued to a profile, and charged
   * with its key.
   */
  readonly profiles?: Readonly<Record<string, string>>;
}

/**
 * An in-memory stand-in for the part of Stripe's API that the treasury calls. Nothing is charged,
 * and every response has the header `x-stand-in`. It accepts test keys only, implements Stripe's
 * idempotency keys, has methods for payers' actions, and rejects unsupported calls.
 */
export class StripeStandIn {
  readonly #account: StandInAccount;
  readonly #tokens: StandInTokens;
  readonly #answers = new Map<string, { readonly asked: string; readonly answer: string }>();
  /** Answered calls, for example `POST /v1/checkout/sessions`, oldest first. */
  readonly calls: string[] = [];

  constructor({ now = Date.now, profiles = {} }: StripeStandInOptions = {}) {
    this.#account = new StandInAccount(() => Math.floor(now() / 1_000));
    this.#tokens = new StandInTokens(this.#account, new Map(Object.entries(profiles)));
  }

  async handle(request: Request): Promise<Response> {
    try {
      const { answer, isReplayed } = await this.#answer(request);
      return jsonAnswer(200, answer, isReplayed ? { "idempotent-replayed": "true" } : {});
    } catch (error) {
      if (!(error instanceof StandInRefusal)) throw error;
      const { type, code, message, status } = error;
      return jsonAnswer(status, JSON.stringify({ error: { type, code, message } }));
    }
  }

  /** Pays a session at once, as by card. */
  pay(sessionId: string): StandInEvent {
    const session = this.#session(sessionId);
    this.#account.completeSession(session, true);
    return this.#account.event("checkout.session.completed", session);
  }

  /** Completes a session with a delayed payment method. */
  payLater(sessionId: string): StandInEvent {
    const session = this.#session(sessionId);
    this.#account.completeSession(session, false);
    return this.#account.event("checkout.session.completed", session);
  }

  /** Settles a delayed payment. */
  settle(sessionId: string): StandInEvent {
    const session = this.#session(sessionId);
    this.#account.completeSession(session, true);
    return this.#account.event("checkout.session.async_payment_succeeded", session);
  }

  /** Fails a delayed payment. */
  failPayment(sessionId: string): StandInEvent {
    return this.#account.event("checkout.session.async_payment_failed", this.#session(sessionId));
  }

  /** Pays on a Payment Link as a buyer. */
  buy(linkId: string): StandInEvent & { readonly sessionId: string } {
    const price = this.#account.prices.get(linkId);
    if (price === undefined) throw new Error(`There is no payment link ${linkId}.`);
    const session = this.#account.openSession(price, standInAddress, linkId);
    return { ...this.pay(session.id), sessionId: session.id };
  }

  /** Sells something as another product of the same account, and returns the session's id. */
  sellElsewhere(cents: number, metadata: Readonly<Record<string, string>> = {}): string {
    const price = { cents, currency: "usd", metadata, intentMetadata: metadata };
    const { id } = this.#account.openSession(price, standInAddress);
    this.pay(id);
    return id;
  }

  /** Refunds a part of a session's payment, and returns the events, oldest first. */
  refund(sessionId: string, cents: number): readonly [StandInEvent, StandInEvent] {
    const intent = this.#intent(sessionId);
    const refund = this.#account.refund(intent, cents);
    return [
      this.#account.event("refund.created", refund),
      this.#account.event("charge.refunded", intent.latest_charge),
    ];
  }

  /** Fails the session's newest refund. */
  failRefund(sessionId: string): StandInEvent {
    const intent = this.#intent(sessionId);
    const refund = this.#account.refunds.findLast((made) => made.payment_intent === intent.id);
    if (refund === undefined) throw new Error(`Nothing of ${sessionId} was refunded.`);
    this.#account.failRefund(refund);
    return this.#account.event("refund.failed", refund);
  }

  /** Disputes a part of a session's payment. */
  dispute(sessionId: string, cents: number): StandInEvent {
    const dispute = this.#account.dispute(this.#intent(sessionId), cents);
    return this.#account.event("charge.dispute.funds_withdrawn", dispute);
  }

  /** Wins the session's newest dispute. */
  winDispute(sessionId: string): StandInEvent {
    const intent = this.#intent(sessionId);
    const dispute = this.#account.disputes.findLast((made) => made.payment_intent === intent.id);
    if (dispute === undefined) throw new Error(`Nothing of ${sessionId} was disputed.`);
    this.#account.reinstate(dispute);
    return this.#account.event("charge.dispute.funds_reinstated", dispute);
  }

  /** Payments by shared payment tokens, oldest first. */
  get tokenPayments(): readonly StandInTokenIntent[] {
    return this.#tokens.payments;
  }

  /** Creates any other event. */
  event(type: string, object: object = {}, livemode = false): StandInEvent {
    return this.#account.event(type, object, livemode);
  }

  /** Signs an event as a delivery. */
  delivery(event: StandInEvent, webhookSecret: string): Promise<SignedDelivery> {
    return signDelivery(JSON.stringify(event, null, 2), webhookSecret, this.#account.now());
  }

  async #answer(
    request: Request,
  ): Promise<{ readonly answer: string; readonly isReplayed: boolean }> {
    const { pathname, searchParams } = new URL(request.url);
    const caller = keyOf(request.headers.get("authorization"));
    const text = await request.text();
    const call = `${request.method} ${pathname}`;
    const asked = `${call}\n${text}`;
    const given = request.headers.get("idempotency-key");
    const key = given === null ? null : `${caller} ${given}`;
    const earlier = key === null ? undefined : this.#answers.get(key);
    if (earlier !== undefined) return { answer: sameAnswer(earlier, asked), isReplayed: true };
    const isPost = request.method === "POST";
    const body = isPost ? new URLSearchParams(text) : searchParams;
    const account = { account: this.#account, tokens: this.#tokens, address: standInAddress };
    const asking = { method: request.method, path: pathname, body };
    const answer = JSON.stringify(answerCall({ ...account, key: caller }, asking));
    this.calls.push(call);
    if (isPost && key !== null) this.#answers.set(key, { asked, answer });
    return { answer, isReplayed: false };
  }

  #session(id: string): StandInSession {
    const session = this.#account.sessions.find((opened) => opened.id === id);
    if (session === undefined) throw new Error(`There is no session ${id}.`);
    return session;
  }

  #intent(sessionId: string): StandInIntent {
    const { payment_intent: id } = this.#session(sessionId);
    const intent = this.#account.intents.find((made) => made.id === id);
    if (intent === undefined) throw new Error(`${sessionId} was not paid.`);
    return intent;
  }
}

const standInAddress = "https://stand-in.example";

function keyOf(authorization: string | null): string {
  const [, key] = /^Bearer ((?:sk|rk)_test_\w+)$/.exec(authorization ?? "") ?? [];
  if (key !== undefined) return key;
  throw new StandInRefusal(
    401,
    "invalid_request_error",
    "Invalid API Key provided: the stand-in accepts test keys only.",
  );
}

function sameAnswer(
  earlier: { readonly asked: string; readonly answer: string },
  asked: string,
): string {
  if (earlier.asked === asked) return earlier.answer;
  throw new StandInRefusal(
    400,
    "idempotency_error",
    "Keys for idempotent requests can only be used with the same parameters they were first used with.",
  );
}

function jsonAnswer(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...headers,
      "content-type": "application/json",
      "request-id": `req_${crypto.randomUUID().slice(0, 8)}`,
      "x-stand-in": "agent-treasury",
    },
  });
}
