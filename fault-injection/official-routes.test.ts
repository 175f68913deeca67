import { x402Executor } from "@agent-treasury/executor-x402";
import type { OutboundFetch, SpendOrder, SpendOutcome } from "@agent-treasury/provider";
import { systemClock } from "@agent-treasury/provider";
import { x402HTTPResourceServer, x402ResourceServer } from "@x402/core/server";
import { ExactEvmScheme } from "@x402/evm/exact/server";
import { UptoEvmScheme } from "@x402/evm/upto/server";
import { declareEip2612GasSponsoringExtension } from "@x402/extensions";
import {
  bazaarResourceServerExtension,
  declareDiscoveryExtension,
  extractDiscoveryInfo,
} from "@x402/extensions/bazaar";
import {
  createEIP712OfferReceiptIssuer,
  createJWSOfferReceiptIssuer,
  createOfferReceiptExtension,
  declareOfferReceiptExtension,
  type OfferReceiptIssuer,
} from "@x402/extensions/offer-receipt";
import { paymentMiddlewareFromHTTPServer, setSettlementOverrides } from "@x402/hono";
import {
  anvilBinary,
  memoryStore,
  startChain,
  type TestChain,
  testFacilitator,
  testNetwork,
  testOrder,
} from "evm-for-tests";
import { Hono } from "hono";
import { type Address, getAddress, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const origin = "https://seller.example";
const maximum = "100000";
const permit2 = { assetTransferMethod: "permit2" };

/** What a route asks for, and what it takes of an `upto` payment. */
interface OfficialRoute {
  readonly scheme: "exact" | "upto";
  readonly extra?: Readonly<Record<string, string>>;
  readonly extensions?: Record<string, unknown>;
  readonly taken?: string;
}

/** As the examples and the end-to-end servers of x402 declare them. */
const routes: Readonly<Record<string, OfficialRoute>> = {
  "/exact": { scheme: "exact" },
  "/exact/permit2": { scheme: "exact", extra: permit2 },
  "/exact/permit2-eip2612": {
    scheme: "exact",
    extra: permit2,
    extensions: declareEip2612GasSponsoringExtension(),
  },
  "/upto": { scheme: "upto" },
  "/upto/part": { scheme: "upto", taken: "33000" },
  "/upto/percent": { scheme: "upto", taken: "25%" },
  "/upto/eip2612": {
    scheme: "upto",
    taken: "1",
    extensions: declareEip2612GasSponsoringExtension(),
  },
};

describe.skipIf(anvilBinary === null)("routes of the official servers", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
    await chain.installPermit2();
  });
  afterAll(() => chain.stop());

  function official(
    payTo: Address,
    issuer?: OfferReceiptIssuer,
    discovered: (string | undefined)[] = [],
  ): Hono {
    const facilitator = testFacilitator(chain);
    const server = new x402ResourceServer({
      verify: (payload, requirements) => {
        // As the facilitator of the end-to-end tests lists resources.
        discovered.push(extractDiscoveryInfo(payload, requirements)?.resourceUrl);
        return facilitator.verify(payload, requirements);
      },
      settle: (...payment) => facilitator.settle(...payment),
      getSupported: async () => facilitator.getSupported() as never,
    })
      .register(testNetwork, new ExactEvmScheme())
      .register(testNetwork, new UptoEvmScheme());
    server.registerExtension(bazaarResourceServerExtension);
    if (issuer !== undefined) server.registerExtension(createOfferReceiptExtension(issuer));
    const declared = Object.entries(routes).map(([path, { scheme, extra, extensions }]) => {
      const token = { name: "Test Dollar", version: "2" };
      const price = { asset: chain.token, amount: maximum, extra: { ...token, ...extra } };
      const accepts = [{ scheme, network: testNetwork, payTo, price }];
      const signs = issuer === undefined ? {} : declareOfferReceiptExtension();
      const output = { example: { weather: "sunny" } };
      const declaredFor = { ...extensions, ...signs, ...declareDiscoveryExtension({ output }) };
      const route = { accepts, description: "A report", extensions: declaredFor };
      return [`GET ${path}`, route] as const;
    });
    const app = new Hono();
    app.use(
      paymentMiddlewareFromHTTPServer(
        new x402HTTPResourceServer(server, Object.fromEntries(declared)),
      ),
    );
    for (const [path, { taken }] of Object.entries(routes)) {
      app.get(path, (context) => {
        if (taken !== undefined) setSettlementOverrides(context, { amount: taken });
        return context.text(`Sunny ${path}`);
      });
    }
    return app;
  }

  /** Buys from routes, in this order. */
  async function buy(app: Hono, paths: readonly string[]) {
    const account = privateKeyToAccount(generatePrivateKey());
    await chain.mint(account.address, 10_000_000n);
    await chain.approve(account);
    const outbound: OutboundFetch = async ({ url, method, headers, body }) => {
      const answer = await app.fetch(new Request(url, { method, headers, body }));
      const content = new Uint8Array(await answer.arrayBuffer());
      const { status } = answer;
      const named = Object.fromEntries(answer.headers);
      return { status, headers: named, body: content, isTruncated: false };
    };
    const executor = x402Executor({
      account,
      rpcUrls: { [testNetwork]: [chain.rpcUrl] },
      networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
    });
    const store = memoryStore();
    executor.connect({ deploymentId: async () => "d1", store, outbound, clock: systemClock });
    const { signal } = new AbortController();
    const bought: [string, SpendOutcome][] = [];
    for (const path of paths) {
      const request = { url: origin + path, method: "GET", contentType: null, body: null } as const;
      const asked = { ...request, headers: {}, timeoutMs: 5_000, maximumBytes: 16_384, signal };
      const quoted = await executor.quote(await outbound(asked), request);
      if (quoted.kind !== "quoted") throw new Error(`${path}: ${quoted.reason}`);
      const held: SpendOrder = testOrder(quoted.quote);
      const order = { ...held, payload: (await executor.prepare?.(held)) ?? null };
      bought.push([path, await executor.pay(order)]);
    }
    return { account, bought };
  }

  it("are paid once each, with what the chain shows", async () => {
    const payTo = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))));
    const { account, bought } = await buy(official(payTo), Object.keys(routes));
    const shown = bought.map(([path, paid]) => {
      const { captures = [], resource } = paid.kind === "executed" ? paid : {};
      const text = Buffer.from(resource?.body ?? []).toString();
      return [path, [text, ...captures.map(({ amount }) => Number(amount))]];
    });
    expect(Object.fromEntries(shown)).toEqual({
      "/exact": ["Sunny /exact", 100_000],
      "/exact/permit2": ["Sunny /exact/permit2", 100_000],
      "/exact/permit2-eip2612": ["Sunny /exact/permit2-eip2612", 100_000],
      "/upto": ["Sunny /upto", 100_000],
      "/upto/part": ["Sunny /upto/part", 33_000],
      "/upto/percent": ["Sunny /upto/percent", 25_000],
      "/upto/eip2612": ["Sunny /upto/eip2612", 1],
    });
    const payments = await chain.paymentsOf(account.address);
    expect(payments.map(({ to, value }) => [to, Number(value)])).toEqual(
      [100_000, 100_000, 100_000, 100_000, 33_000, 25_000, 1].map((value) => [payTo, value]),
    );
  });

  it.each(["eip712", "jws"] as const)("return the seller's signatures by %s", async (format) => {
    const seller = privateKeyToAccount(generatePrivateKey());
    const issuers: Record<typeof format, OfferReceiptIssuer> = {
      eip712: createEIP712OfferReceiptIssuer(`did:pkh:eip155:1:${seller.address}`, (data) =>
        seller.signTypedData(data),
      ),
      jws: createJWSOfferReceiptIssuer("did:web:seller.example", {
        kid: "did:web:seller.example#key",
        format: "jws",
        algorithm: "ES256",
        sign: async () => "c2lnbmF0dXJl",
      }),
    };
    const app = official(seller.address, issuers[format]);
    const { bought } = await buy(app, ["/exact", "/upto/part"]);
    const isSigned = format === "eip712";
    const statement = { signer: isSigned ? seller.address : null, isPayee: isSigned };
    for (const [, paid] of bought) {
      const { resource } = paid.kind === "executed" ? paid : {};
      expect(resource?.signed).toMatchObject({ offer: statement, receipt: statement });
    }
  });

  it("are listed by the facilitator after a purchase", async () => {
    const discovered: (string | undefined)[] = [];
    const payTo = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))));
    const paths = ["/exact", "/upto/part"];
    await buy(official(payTo, undefined, discovered), paths);
    expect([...new Set(discovered)]).toEqual(paths.map((path) => origin + path));
  });

  it("return no signatures of another payment", async () => {
    const seller = privateKeyToAccount(generatePrivateKey());
    const issuer = createEIP712OfferReceiptIssuer("did:example:1", (data) =>
      seller.signTypedData(data),
    );
    const app = official(seller.address, {
      ...issuer,
      issueOffer: (url, input) => issuer.issueOffer(url, { ...input, amount: "1" }),
      issueReceipt: (url, _payer, network) => issuer.issueReceipt(url, seller.address, network),
    });
    const { bought } = await buy(app, ["/exact"]);
    expect(bought[0]?.[1]).not.toHaveProperty("resource.signed");
  });
});
