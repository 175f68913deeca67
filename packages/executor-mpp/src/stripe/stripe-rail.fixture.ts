import { stripeTokens } from "@agent-treasury/payments-stripe";
import type {
  OutboundResponse,
  PaymentExecutor,
  QuoteAnswer,
  SharedPaymentTokens,
  SpendOrder,
} from "@agent-treasury/provider";
import { serveStripeStandIn, type StripeStandInServer } from "@agent-treasury/sandbox/node";
import {
  memoryStore,
  type SellerRequest,
  type SellerResponse,
  testClock,
  type TestClock,
  testOrder,
  type TestSeller,
  testSeller,
} from "evm-for-tests";
import { Mppx, stripe } from "mppx/server";
import { Stripe } from "stripe";
import { onTestFinished } from "vitest";
import { mppStripeExecutor } from "./mpp-stripe-executor.ts";

const sellerKey = "sk_test_seller";
const profile = "profile_test_seller";

interface Sold {
  readonly request: SellerRequest;
  readonly status: number;
}

/** A buyer's and a seller's account at a stand-in of Stripe, and a server of `mppx`. */
export interface StripeRail {
  readonly clock: TestClock;
  readonly stripe: StripeStandInServer["standIn"];
  readonly tokens: SharedPaymentTokens;
  readonly seller: TestSeller;
  readonly sold: readonly Sold[];
  readonly executor: Executor;
  readonly store: ReturnType<typeof memoryStore>;
  /** Another process, of the deployment `d1` by default. */
  create(changes?: CreateChanges): Executor;
  /** Calls Stripe as the seller. */
  charge(fields: Readonly<Record<string, string>>, path?: string): Promise<Response>;
  quote(path?: string): Promise<QuoteAnswer>;
  /** Quotes a price, and holds it. */
  hold(path?: string): Promise<SpendOrder>;
  /** An order that is prepared. */
  order(path?: string): Promise<SpendOrder>;
  /** The token that was presented. */
  token(): string;
}

type Executor = ReturnType<typeof mppStripeExecutor>;

interface CreateChanges {
  readonly deploymentId?: string;
  readonly tokens?: Partial<SharedPaymentTokens>;
  readonly timeoutSeconds?: number;
}

export async function stripeRail(paymentMethod = "pm_card_visa"): Promise<StripeRail> {
  const clock = testClock(Date.now());
  const { standIn, url, close } = await serveStripeStandIn({
    now: clock.now,
    profiles: { [sellerKey]: profile },
  });
  onTestFinished(close);
  const tokens = stripeTokens({ apiKey: "sk_test_buyer", apiUrl: url, paymentMethod });
  const seller = await testSeller(undefined as never, undefined as never);
  const sold: Sold[] = [];
  const sale = stripeSale(url);
  seller.behave = async (request) => {
    const answer = await sale(seller.origin, request, clock.now());
    sold.push({ request, status: answer.status });
    return answer;
  };
  const store = memoryStore();
  const create: StripeRail["create"] = ({ deploymentId = "d1", tokens: others, ...rest } = {}) => {
    const executor = mppStripeExecutor({ tokens: { ...tokens, ...others }, ...rest });
    const { outbound } = seller;
    executor.connect?.({ deploymentId: async () => deploymentId, store, outbound, clock });
    return executor;
  };
  const executor = create();
  const quote: StripeRail["quote"] = async (path = "/weather") => {
    const request = { ...plainGet, url: `${seller.origin}${path}` };
    return executor.quote(await ask(seller, request.url), request);
  };
  const hold: StripeRail["hold"] = async (path) => {
    const quoted = await quote(path);
    if (quoted.kind !== "quoted") throw new Error(quoted.reason);
    return testOrder(quoted.quote, { heldAt: clock.now() });
  };
  return {
    clock,
    stripe: standIn,
    tokens,
    seller,
    sold,
    executor,
    store,
    create,
    charge: (fields, path = "") =>
      fetch(`${url}/v1/payment_intents${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${sellerKey}` },
        body: new URLSearchParams(fields),
      }),
    quote,
    hold,
    order: async (path) => {
      const held = await hold(path);
      return { ...held, payload: (await executor.prepare?.(held)) ?? null };
    },
    token: () => {
      const stored = [...store.values.values()].map(({ tokenId }) => tokenId);
      return stored.find((id) => typeof id === "string") ?? "";
    },
  };
}

export const plainGet = { method: "GET", contentType: null, body: null } as const;

/** Sends a request without a payment. */
export function ask({ outbound }: TestSeller, url: string): Promise<OutboundResponse> {
  const { signal } = new AbortController();
  const limits = { timeoutMs: 10_000, maximumBytes: 10_000, signal };
  return outbound({ url, method: "GET", headers: {}, body: null, ...limits });
}

/** Sells for five dollars as a server of `mppx`, which charges tokens by the official SDK. */
function stripeSale(apiUrl: string) {
  const { hostname: host, port } = new URL(apiUrl);
  const client = new Stripe(sellerKey, { host, port, protocol: "http", telemetry: false });
  const secretKey = "a secret of the tests that is long enough";
  return async (
    origin: string,
    { url, method, headers }: SellerRequest,
    nowMs: number,
  ): Promise<SellerResponse> => {
    const { pathname, searchParams } = new URL(url, origin);
    const charge = stripe.charge({
      client,
      networkId: profile,
      paymentMethodTypes: ["card"],
      currency: "usd",
      decimals: 2,
      metadata: { proposal: searchParams.get("proposal") ?? pathname },
    });
    const seller = Mppx.create({ methods: [charge], secretKey, realm: new URL(origin).host });
    const named = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value] as [string, string]] : [],
    );
    const request = new Request(`${origin}${url}`, { method, headers: named });
    const expires = new Date(nowMs + 300_000).toISOString();
    const offer = { amount: "5", description: "A weather report", expires };
    const answer = await seller.charge(offer)(request);
    const response =
      answer.status === 402
        ? answer.challenge
        : answer.withReceipt(new Response("Sunny", { headers: { "content-type": "text/plain" } }));
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
}

/** Of a proposal, by the records of the stand-in. */
export function paymentsOf({ stripe: standIn }: StripeRail, proposal: string): number {
  return standIn.tokenPayments.filter(({ metadata }) => metadata["proposal"] === proposal).length;
}

/** Quotes a price of its own for each order that comes without, and remembers it. */
export function quoting(
  rail: { hold(path: string): Promise<SpendOrder> },
  executor: PaymentExecutor,
): PaymentExecutor {
  const orders = new Map<string, Promise<Pick<SpendOrder, "quote" | "amount">>>();
  const quoted = async <Order extends Omit<SpendOrder, "payload">>(order: Order) => {
    const known = orders.get(order.proposalId) ?? rail.hold(`/?proposal=${order.proposalId}`);
    orders.set(order.proposalId, known);
    const { quote, amount } = await known;
    return { ...order, quote, amount };
  };
  return {
    ...executor,
    needsQuote: false,
    prepare: async (order) => (await executor.prepare?.(await quoted(order))) ?? {},
    pay: async (order) => executor.pay(await quoted(order)),
    find: async (order) => executor.find(await quoted(order)),
    ...(executor.cancel !== undefined && {
      cancel: async (order: SpendOrder) => executor.cancel?.(await quoted(order)),
    }),
  };
}
