import { type RequestHandler, HttpResponse, http } from "msw";
import type { Stripe } from "stripe";

const address = "https://api.stripe.com/v1/issuing";
const now = Math.floor(Date.now() / 1_000);

/** The number of every card of the stand-in: Stripe's own for tests. */
export const cardNumber = "4000009990000989";
export const cardCvc = "417";

/** An in-memory issuing account as msw handlers, with cards and their payments. */
export class IssuingAccount {
  readonly cards: Map<string, Stripe.Issuing.Card> = new Map();
  readonly transactions: Stripe.Issuing.Transaction[] = [];
  readonly authorizations: Stripe.Issuing.Authorization[] = [];
  /** The parameters of each card request. */
  readonly asked: URLSearchParams[] = [];
  /** Replaces the response to the next card request, before or after the card is created. */
  failing: { readonly after: boolean; readonly response: () => Response } | null = null;
  /** Runs right after the next listing of payments, as on a network. */
  afterListing: (() => void) | null = null;
  readonly #keys: Map<string, Stripe.Issuing.Card> = new Map();

  /** Available to cards, in cents; null if Stripe does not report it. */
  availableCents: number | null = 100_000;

  readonly handlers: readonly RequestHandler[] = [
    http.get("https://api.stripe.com/v1/balance", () => {
      const usd = { amount: this.availableCents, currency: "usd" };
      const available = [{ amount: 9, currency: "eur" }, usd];
      const issuing = this.availableCents === null ? {} : { issuing: { available } };
      return HttpResponse.json({ object: "balance", available: [], ...issuing });
    }),
    http.post(`${address}/cards`, async ({ request }) => {
      const fields = new URLSearchParams(await request.text());
      const failing = this.failing;
      this.failing = null;
      if (failing?.after === false) return failing.response();
      const card = this.#make(request.headers.get("idempotency-key") ?? "", fields);
      return failing?.response() ?? HttpResponse.json(card);
    }),
    http.post(`${address}/cards/:id`, async ({ request, params }) => {
      const card = this.card(String(params["id"]));
      const metadata = metadataOf(new URLSearchParams(await request.text()));
      const changed = { ...card, metadata: { ...card.metadata, ...metadata } };
      this.cards.set(card.id, changed);
      return HttpResponse.json(changed satisfies Stripe.Issuing.Card);
    }),
    http.get(`${address}/cards/:id`, ({ request, params }) => {
      const card = this.card(String(params["id"]));
      const isExpanded = new URL(request.url).search.includes("number");
      const secrets = isExpanded ? { number: cardNumber, cvc: cardCvc } : {};
      return HttpResponse.json({ ...card, ...secrets } satisfies Stripe.Issuing.Card);
    }),
    http.get(`${address}/cards`, ({ request }) => listOf([...this.cards.values()], request)),
    http.get(`${address}/transactions`, ({ request }) =>
      this.#answered(listOf(this.transactions.filter(isOf(request)), request)),
    ),
    http.get(`${address}/authorizations`, ({ request }) => {
      const pending = this.authorizations.filter(
        ({ status, card }) => status === "pending" && isOf(request)({ card }),
      );
      return this.#answered(listOf(pending, request));
    }),
  ];

  card(id: string): Stripe.Issuing.Card {
    const card = this.cards.get(id);
    if (card === undefined) throw new Error(`There is no card ${id}.`);
    return card;
  }

  cardsOf(proposalId: string): Stripe.Issuing.Card[] {
    return [...this.cards.values()].filter(
      ({ metadata }) => metadata["agent_treasury_proposal"] === proposalId,
    );
  }

  /** Captures a payment, whose authorization is closed unless it is open for more. */
  capture(cardId: string, cents: number): object {
    const event = this.#move(cardId, -cents, "capture");
    this.close(cardId);
    return event;
  }

  /** A refund, or with negative cents one that is taken back. */
  refund(cardId: string, cents: number): object {
    return this.#move(cardId, cents, "refund");
  }

  /** Opens an authorization, which the request asks for. */
  authorize(cardId: string, cents: number, id: string = "iauth_1"): object {
    const known = this.authorizations.find((one) => one.id === id);
    const history = known === undefined ? [] : [{ amount: known.amount, approved: true }];
    const request = { amount: cents, currency: "usd" };
    const authorization = {
      id,
      object: "issuing.authorization",
      amount: known?.amount ?? 0,
      approved: known !== undefined,
      card: this.card(cardId),
      currency: "usd",
      pending_request: request,
      request_history: history,
      status: "pending",
    } as unknown as Stripe.Issuing.Authorization;
    if (known === undefined) this.authorizations.push({ ...authorization, amount: cents });
    return eventOf("issuing_authorization.request", authorization);
  }

  /** Ends an authorization, for example as reversed. */
  endAuthorization(id: string, status: "closed" | "reversed" | "expired"): object {
    const index = this.authorizations.findIndex((one) => one.id === id);
    const [ended] = this.authorizations.splice(index, 1);
    const approved = { ...ended, approved: true, status };
    return eventOf("issuing_authorization.updated", approved);
  }

  #move(cardId: string, amount: number, type: "capture" | "refund"): object {
    const transaction = {
      id: `ipi_${this.transactions.length + 1}`,
      object: "issuing.transaction",
      amount,
      card: cardId,
      created: now,
      currency: "usd",
      livemode: false,
      merchant_data: { name: "ACME LAMPS" } as Stripe.Issuing.Transaction.MerchantData,
      metadata: {},
      type,
    } satisfies Partial<Stripe.Issuing.Transaction>;
    this.transactions.push(transaction as Stripe.Issuing.Transaction);
    return eventOf("issuing_transaction.created", transaction);
  }

  close(cardId: string): object {
    const card: Stripe.Issuing.Card = { ...this.card(cardId), status: "canceled" };
    this.cards.set(cardId, card);
    return eventOf("issuing_card.updated", card);
  }

  #answered(listing: Response): Response {
    const { afterListing } = this;
    this.afterListing = null;
    afterListing?.();
    return listing;
  }

  #make(key: string, fields: URLSearchParams): Stripe.Issuing.Card {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    this.asked.push(fields);
    const card = {
      id: `ic_${this.cards.size + 1}`,
      object: "issuing.card",
      brand: "Visa",
      created: now,
      currency: "usd",
      exp_month: 12,
      exp_year: 2030,
      last4: cardNumber.slice(-4),
      livemode: false,
      metadata: metadataOf(fields),
      status: "active",
      type: "virtual",
    } satisfies Partial<Stripe.Issuing.Card>;
    const made = card as unknown as Stripe.Issuing.Card;
    this.#keys.set(key, made);
    this.cards.set(made.id, made);
    return made;
  }
}

export function eventOf(type: string, object: object): object {
  return {
    id: `evt_${crypto.randomUUID()}`,
    object: "event",
    api_version: "2026-10-28",
    created: now,
    data: { object },
    livemode: false,
    type,
  };
}

function listOf(items: readonly { readonly id: string }[], request: Request): Response {
  const after = new URL(request.url).searchParams.get("starting_after");
  const rest = items.slice(items.findIndex(({ id }) => id === after) + 1);
  // Pages of two, so that listings have several pages.
  const data = rest.slice(0, 2);
  const page = { object: "list", data, has_more: rest.length > 2, url: "/v1/issuing" } as const;
  return HttpResponse.json(page satisfies Omit<Stripe.ApiList<{ id: string }>, "lastResponse">);
}

function isOf(request: Request): (item: { card: string | Stripe.Issuing.Card }) => boolean {
  const asked = new URL(request.url).searchParams.get("card");
  return ({ card }) => asked === null || (typeof card === "string" ? card : card.id) === asked;
}

function metadataOf(fields: URLSearchParams): Record<string, string> {
  const named = [...fields].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(.+)\]$/.exec(name) ?? [];
    return key === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(named) as Record<string, string>;
}
