import { mppCharges } from "@agent-treasury/executor-mpp";
import { paidEndpoint, x402Seller } from "@agent-treasury/seller-x402";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { decodePaymentSignatureHeader } from "@x402/core/http";
import {
  HTTPFacilitatorClient,
  x402HTTPResourceServer,
  x402ResourceServer,
} from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { UptoEvmScheme } from "@x402/evm/upto/server";
import {
  declarePaymentIdentifierExtension,
  extractPaymentIdentifier,
  PAYMENT_IDENTIFIER,
} from "@x402/extensions/payment-identifier";
import { paymentMiddlewareFromHTTPServer, setSettlementOverrides } from "@x402/hono";
import { mppSale, rpcProxy, type TestChain, testNetwork } from "evm-for-tests";
import { Hono } from "hono";
import { onTestFinished } from "vitest";

/** A seller with the extension `payment-identifier`, which sells a report for half a dollar. */
export interface IdentifiedSeller {
  sell(request: Request): Promise<Response>;
  /** Continues as another process of the seller. Its database stays. */
  restart(): void;
  /** Its RPC endpoint. The sellers of `@x402/hono` have none. */
  isRpcDown: boolean;
}

export interface SellerSite {
  readonly chain: TestChain;
  readonly payTo: `0x${string}`;
  readonly facilitator: string;
  readonly validitySeconds: number;
  readonly scheme: SiteScheme;
}

/** How a seller is paid. */
export type SiteScheme = "exact" | "upto" | "MPP";

export const reportUnits = 500_000n;
export const report = "Sunny";
export const reportPath = "/report";

interface RecordedAnswer {
  readonly payment: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** What a sale by `upto` takes of the price. */
export const takenUnits = 400_000n;

/** Sells by `@x402/hono`, and returns answers again as the extension requires. */
export async function honoSeller(site: SellerSite): Promise<IdentifiedSeller> {
  const answers = new Map<string, RecordedAnswer>();
  const open = (): Hono => openHono(site, answers);
  let app = open();
  return {
    isRpcDown: false,
    sell: async (request) => app.fetch(request),
    restart: () => {
      app = open();
    },
  };
}

function openHono(
  { chain, payTo, facilitator, validitySeconds, scheme }: SellerSite,
  answers: Map<string, RecordedAnswer>,
): Hono {
  const resourceServer = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator }))
    .register(testNetwork, new ExactEvmScheme())
    .register(testNetwork, new UptoEvmScheme());
  const server = new x402HTTPResourceServer(resourceServer, {
    [`GET ${reportPath}`]: {
      accepts: [
        {
          scheme,
          network: testNetwork,
          payTo,
          price: {
            asset: chain.token,
            amount: String(reportUnits),
            extra: { name: "Test Dollar", version: "2" },
          },
          maxTimeoutSeconds: validitySeconds,
        },
      ],
      description: "A report",
      extensions: { [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension(false) },
    },
  });
  const app = new Hono();
  app.use(async (context, next) => {
    const payment = context.req.header("payment-signature");
    const id = payment && extractPaymentIdentifier(decodePaymentSignatureHeader(payment));
    if (!payment || !id) return next();
    const earlier = answers.get(id);
    if (earlier === undefined) {
      await next();
      if (context.res.status !== 200 || answers.has(id)) return undefined;
      const { status, headers } = context.res;
      const body = await context.res.clone().text();
      const contentType = headers.get("content-type") ?? "";
      answers.set(id, { payment, status, contentType, body });
      return undefined;
    }
    if (earlier.payment !== payment) return new Response(null, { status: 409 });
    const headers = { "content-type": earlier.contentType };
    return new Response(earlier.body, { status: earlier.status, headers });
  });
  app.use(paymentMiddlewareFromHTTPServer(server));
  app.get(reportPath, (context) => {
    if (scheme === "upto") setSettlementOverrides(context, { amount: String(takenUnits) });
    return context.text(report);
  });
  return app;
}

/** Sells by the server of `mppx`, which answers a payment once. */
export async function mppxSeller({
  chain,
  payTo,
  facilitator,
  validitySeconds,
}: SellerSite): Promise<IdentifiedSeller> {
  const sell = mppSale(chain, new HTTPFacilitatorClient({ url: facilitator }), { validitySeconds });
  return {
    isRpcDown: false,
    sell: async (request) => {
      const { pathname, origin, searchParams } = new URL(request.url);
      searchParams.set("payTo", payTo);
      const headers = Object.fromEntries(request.headers);
      const url = `${pathname}?${searchParams.toString()}`;
      const answer = await sell(origin, { url, method: "GET", headers, body: "" });
      return new Response(answer.body ?? null, {
        status: answer.status,
        headers: answer.headers ?? {},
      });
    },
    restart: () => {},
  };
}

/** Sells by `paidEndpoint`. */
export async function ownSeller(site: SellerSite): Promise<IdentifiedSeller> {
  const { chain, payTo, facilitator, scheme } = site;
  const storage = memoryStorage();
  const rpcUrl = await rpcProxy(chain.rpcUrl, (_call, ask) =>
    seller.isRpcDown ? Promise.reject(new Error("It is down.")) : ask(),
  );
  const open = () => {
    const rail = x402Seller({
      rpcUrls: { [testNetwork]: [rpcUrl] },
      networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
      facilitator,
      timeoutSeconds: 5,
      ...(scheme === "MPP" && {
        protocol: mppCharges({ secretKey: "a secret of the tests that is long enough" }),
      }),
    });
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage,
      incoming: [rail],
      recoverySeconds: false,
    });
    onTestFinished(() => treasury.close());
    const terms = { treasury, seller: rail, payTo, workspaceId: "shop", network: testNetwork };
    const offer = { ...terms, priceUsd: 0.5, description: "A report" };
    return scheme === "upto"
      ? paidEndpoint({ ...offer, scheme }, (_request, { charge }) => {
          charge(Number(takenUnits) / 1_000_000);
          return new Response(report);
        })
      : paidEndpoint(offer, () => new Response(report));
  };
  let sell = open();
  const seller: IdentifiedSeller = {
    isRpcDown: false,
    sell: (request) => sell(request),
    restart: () => {
      sell = open();
    },
  };
  return seller;
}
