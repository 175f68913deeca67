import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { x402Executor } from "@agent-treasury/executor-x402";
import { type OutboundFetch, systemClock } from "@agent-treasury/provider";
import { getRequestListener } from "@hono/node-server";
import { x402Client } from "@x402/core/client";
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import {
  appendPaymentIdentifierToExtensions,
  generatePaymentId,
} from "@x402/extensions/payment-identifier";
import { wrapFetchWithPayment } from "@x402/fetch";
import {
  type TestChain,
  anvilBinary,
  memoryStore,
  testOrder,
  startChain,
  testNetwork,
} from "evm-for-tests";
import express from "express";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Endpoint, request, testBuyer } from "./test-buyer.fixture.ts";
import { testShop } from "./test-shop.fixture.ts";

describe.skipIf(anvilBinary === null)("a paid endpoint", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  it("serves Express, and sells to the official client", async () => {
    const { start, arrivals } = await testShop(chain);
    const sell = start().endpoint(async (asked) => new Response(`Sunny ${await asked.text()}`));
    const origin = await serve(sell);
    const buyer = await testBuyer(chain);
    const client = new x402Client()
      .register(testNetwork, new ExactEvmScheme(buyer.account))
      .setSpendControls({ allowedAssets: true });
    const options = { method: "POST", body: "Bern", headers: { "content-type": "text/plain" } };
    const unpaid = await fetch(`${origin}/report`, options);
    expect(unpaid.status).toBe(402);
    const challenge = decodePaymentRequiredHeader(unpaid.headers.get("payment-required") ?? "");
    const payment = encodePaymentSignatureHeader(await client.createPaymentPayload(challenge));
    const headers = { ...options.headers, "payment-signature": payment };
    const paid = await fetch(`${origin}/report`, { ...options, headers });
    expect([paid.status, await paid.text()]).toEqual([200, "Sunny Bern"]);
    expect(await arrivals()).toHaveLength(1);
  });

  it("is paid once by the official client that signs again with its `payment-identifier`", async () => {
    const { start, arrivals } = await testShop(chain);
    const origins = [
      await serve(start().endpoint(() => Response.json({ weather: "sunny" }))),
      await serve(start().endpoint(() => Response.json({ weather: "sunny" }))),
    ];
    const buyer = await testBuyer(chain);
    const client = new x402Client()
      .register(testNetwork, new ExactEvmScheme(buyer.account))
      .setSpendControls({ allowedAssets: true });
    const paymentId = generatePaymentId();
    client.onBeforePaymentCreation(async ({ paymentRequired }) => {
      if (paymentRequired.extensions === undefined) return;
      appendPaymentIdentifierToExtensions(paymentRequired.extensions, paymentId);
    });
    const signed: string[] = [];
    const fetchWithPayment = wrapFetchWithPayment((input, init) => {
      const asked = new Request(input, init);
      const payment = asked.headers.get("payment-signature");
      if (payment !== null) signed.push(payment);
      return fetch(asked);
    }, client);
    const first = await fetchWithPayment(`${origins[0]}/report`, { method: "GET" });
    expect([first.status, await first.json()]).toEqual([200, { weather: "sunny" }]);
    // Each call signs a payment of its own.
    for (const origin of origins) {
      const again = await fetchWithPayment(`${origin}/report`, { method: "GET" });
      expect([again.status, again.headers.get("payment-response")]).toEqual([409, null]);
    }
    expect(new Set(signed).size).toBe(3);
    for (const origin of origins) {
      const headers = { "payment-signature": signed[0] as string };
      const repeated = await fetch(`${origin}/report`, { headers });
      expect([repeated.status, await repeated.json()]).toEqual([200, { weather: "sunny" }]);
    }
    expect(await arrivals()).toHaveLength(1);
  });

  it("sells to the executor of this repository, also after a lost answer", async () => {
    const { start, arrivals } = await testShop(chain);
    const sell = start().endpoint();
    const { account } = await testBuyer(chain);
    let isLost = true;
    const outbound: OutboundFetch = async ({ url, headers }) => {
      const answer = await sell(new Request(url, { headers }));
      if (headers["payment-signature"] !== undefined && isLost)
        throw new Error("The answer is lost.");
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: new Uint8Array(await answer.arrayBuffer()),
        isTruncated: false,
      };
    };
    const executor = x402Executor({
      account,
      rpcUrls: { [testNetwork]: [chain.rpcUrl] },
      networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
    });
    executor.connect({
      deploymentId: async () => "d1",
      store: memoryStore(),
      outbound,
      clock: systemClock,
    });
    const wanted = { url: request().url, method: "GET", contentType: null, body: null } as const;
    const signal = new AbortController().signal;
    const limits = { headers: {}, timeoutMs: 10_000, maximumBytes: 10_000, signal };
    const quoted = await executor.quote(await outbound({ ...wanted, ...limits }), wanted);
    if (quoted.kind !== "quoted") throw new Error(quoted.reason);
    const held = testOrder(quoted.quote);
    const order = { ...held, payload: (await executor.prepare?.(held)) ?? null };
    expect((await executor.pay(order)).kind).toBe("in_progress");
    isLost = false;
    const again = await executor.pay(order);
    expect(again).toMatchObject({ kind: "executed", resource: { status: 200 } });
    expect(await arrivals()).toHaveLength(1);
  });
});

/** Serves an endpoint by Express, until the test ends. */
async function serve(sell: Endpoint): Promise<string> {
  const app = express().all("/report", getRequestListener(sell, { overrideGlobalObjects: false }));
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
