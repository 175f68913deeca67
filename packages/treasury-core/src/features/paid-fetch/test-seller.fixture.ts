import type {
  OutboundFetch,
  OutboundRequest,
  OutboundResponse,
  PaidResource,
  PaymentExecutor,
  QuoteAnswer,
  SpendOrder,
} from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";

export const sellerOrigin = "https://seller.example";

const utf8 = new TextEncoder();

/** A seller that asks for a price, and an executor that pays it in memory. */
export interface TestSeller {
  readonly requests: readonly OutboundRequest[];
  readonly orders: readonly SpendOrder[];
  readonly outbound: OutboundFetch;
  readonly executor: PaymentExecutor;
  /** Price in USD. Null for an answer without a payment. */
  priceUsd: number | null;
  /** What is sold. */
  content: string | Uint8Array;
  contentType: string;
  /** Replaces the answer to a request without a payment. */
  answer: Partial<OutboundResponse>;
  /** Replaces the executor's answer. */
  quote: ((answer: QuoteAnswer) => Promise<QuoteAnswer>) | null;
  /** Whether the answer to the payment reaches the executor. */
  isLost: boolean;
}

export function testSeller(): TestSeller {
  const requests: OutboundRequest[] = [];
  const orders: SpendOrder[] = [];
  const resource = (): PaidResource => {
    const content = bytesOf(seller.content);
    const answer = { status: 200, contentType: seller.contentType };
    if (content.length <= partBytes) return { ...answer, body: content };
    return { ...answer, body: content.subarray(0, partBytes), rest: restOf(content) };
  };
  const seller: TestSeller = {
    requests,
    orders,
    priceUsd: 2,
    content: "Sunny",
    contentType: "text/plain",
    answer: {},
    quote: null,
    isLost: false,
    outbound: async (request) => {
      requests.push(request);
      const isFree = seller.priceUsd === null;
      return {
        status: isFree ? 200 : 402,
        headers: { "content-type": "text/plain" },
        body: bytesOf(isFree ? seller.content : ""),
        isTruncated: false,
        ...seller.answer,
      };
    },
    executor: {
      specificationVersion: "1",
      provider: "test_rail",
      keyLifetimeMs: 86_400_000,
      needsQuote: true,
      mode: () => "sandbox",
      quote: async (_answer, { url, method }) => {
        const quoted: QuoteAnswer = {
          kind: "quoted",
          quote: {
            rail: "test_rail",
            payee: new URL(url).origin,
            description: "A weather report",
            maximum: amountFromUsd(seller.priceUsd ?? 0, "priceUsd"),
            isFixed: true,
            expiresAt: Date.UTC(2100, 0),
            terms: { url, method },
          },
        };
        return seller.quote === null ? quoted : seller.quote(quoted);
      },
      pay: async (order) => {
        orders.push(order);
        return {
          kind: "executed",
          captures: [{ id: `capture ${order.proposalId}`, amount: order.amount }],
          reference: order.proposalId,
          ...(!seller.isLost && { resource: resource() }),
        };
      },
      find: async () => ({ kind: "not_sent" }),
    },
  };
  return seller;
}

const partBytes = 262_144;

async function* restOf(content: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = partBytes; at < content.length; at += partBytes) {
    yield content.subarray(at, at + partBytes);
  }
}

export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? utf8.encode(content) : content;
}
