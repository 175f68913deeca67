import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from "@x402/core/http";
import { type TestChain, anvilBinary, rpcProxy, startChain, testNetwork } from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Facilitator } from "./facilitator.ts";
import { request, testBuyer } from "./test-buyer.fixture.ts";
import { testShop } from "./test-shop.fixture.ts";

const identifier = "buyer_1234567890abcdef";

describe.skipIf(anvilBinary === null)("a paid endpoint", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  it("asks for its price, and runs nothing before", async () => {
    const { start, payTo } = await testShop(chain);
    let runs = 0;
    const endpoint = start().endpoint(() => new Response(String((runs += 1))));
    const answer = await endpoint(request());
    expect(answer.status).toBe(402);
    const challenge = decodePaymentRequiredHeader(answer.headers.get("payment-required") ?? "");
    expect(challenge).toMatchObject({
      x402Version: 2,
      resource: { url: request().url, description: "A weather report" },
      accepts: [
        {
          scheme: "exact",
          network: "eip155:31337",
          asset: chain.token,
          amount: "500000",
          payTo,
          extra: { name: "Test Dollar", version: "2" },
        },
      ],
    });
    expect(runs).toBe(0);
  });

  it("answers after the settlement, and credits the payment at the network's depth", async () => {
    const { start, clock, arrivals } = await testShop(chain, 3);
    const { treasury, endpoint, reports } = start();
    const sell = endpoint((_request, { payer }) => Response.json({ payer }, { status: 201 }));
    const buyer = await testBuyer(chain);
    const answer = await sell(request(await buyer.pay(sell)));
    expect([answer.status, await answer.json()]).toEqual([201, { payer: buyer.account.address }]);
    const receipt = decodePaymentResponseHeader(answer.headers.get("payment-response") ?? "");
    expect(receipt).toMatchObject({ success: true, payer: buyer.account.address });
    expect(await arrivals()).toHaveLength(1);
    clock.advance(15);
    await treasury.recover();
    expect((await treasury.state("acme")).revenueUsd).toBe(0);
    await chain.mine(2);
    clock.advance(15);
    await treasury.recover();
    expect(await treasury.state("acme")).toMatchObject({ revenueUsd: 0.5, balanceUsd: 0.5 });
    expect(reports).toEqual([]);
  });

  it("collects nothing for an answer that is an error", async () => {
    const { start, arrivals } = await testShop(chain);
    const { endpoint } = start();
    const buyer = await testBuyer(chain);
    const refusing = endpoint(() => new Response("no such city", { status: 404 }));
    expect((await refusing(request(await buyer.pay(refusing)))).status).toBe(404);
    const throwing = endpoint(() => Promise.reject(new Error("out of reports")));
    const payment = await buyer.pay(throwing);
    await expect(throwing(request(payment))).rejects.toThrow("out of reports");
    expect(await arrivals()).toEqual([]);
    const honest = endpoint();
    expect((await honest(request(payment))).status).toBe(200);
  });

  it("collects nothing that it does not announce first", async () => {
    const { start, arrivals } = await testShop(chain);
    const { endpoint, treasury } = start();
    const incoming = { ...treasury.incoming, announce: failing };
    const sell = endpoint(undefined, { treasury: { incoming } });
    const buyer = await testBuyer(chain);
    await expect(sell(request(await buyer.pay(sell)))).rejects.toThrow("The storage is down.");
    expect(await arrivals()).toEqual([]);
  });

  it("sells by POST with the request's body, which the payment pins", async () => {
    const { start } = await testShop(chain);
    const sell = start().endpoint(async (asked) => new Response(await asked.text()));
    const buyer = await testBuyer(chain);
    const payment = await buyer.pay(sell);
    const post = (body: string): Request =>
      new Request("https://seller.example/", {
        method: "POST",
        body,
        headers: { "payment-signature": payment },
      });
    expect(await (await sell(proxied(post("Bern")))).text()).toBe("Bern");
    expect((await sell(post("Rome"))).status).toBe(409);
    expect((await sell(post("x".repeat(2_000_000)))).status).toBe(413);
  });

  it.each(["before", "after"])(
    "collects, delivers and credits once if the process is cut off %s the settlement",
    async (moment) => {
      const { start, facilitator, clock, arrivals } = await testShop(chain);
      let isCutOff = false;
      const url = await rpcProxy(chain.rpcUrl, (_call, ask) => {
        if (isCutOff) throw new Error("no connection");
        return ask();
      });
      const settle: Facilitator["settle"] = async (...payment) => {
        isCutOff = true;
        if (moment === "after") await facilitator.settle(...payment);
        throw new Error("no connection");
      };
      const verify: Facilitator["verify"] = (...payment) => facilitator.verify(...payment);
      const cutOff = start({
        rpcUrls: { [testNetwork]: [url] },
        facilitator: { verify, settle },
        timeoutSeconds: 0.1,
      });
      let runs = 0;
      const handler = (): Response => new Response(`Sunny ${(runs += 1)}`);
      const endpoint = cutOff.endpoint(handler);
      const payment = await (await testBuyer(chain)).pay(endpoint);
      expect((await endpoint(request(payment))).status).toBe(503);
      const other = start();
      if (moment === "before") {
        clock.advance(15);
        await other.treasury.recover();
        expect((await other.treasury.state("acme")).revenueUsd).toBe(0);
      }
      const answer = await other.endpoint(handler)(request(payment));
      expect([answer.status, await answer.text(), runs]).toEqual([200, "Sunny 1", 1]);
      expect(await arrivals()).toHaveLength(1);
      clock.advance(15);
      await other.treasury.recover();
      expect((await other.treasury.state("acme")).revenueUsd).toBe(0.5);
    },
  );

  it("returns an answer again only to the holder of its identifier", async () => {
    const { start, arrivals } = await testShop(chain);
    let runs = 0;
    const handler = (): Response =>
      new Response(`Sunny ${(runs += 1)}`, { headers: { "content-type": "text/weather" } });
    const sell = start().endpoint(handler);
    const buyer = await testBuyer(chain);
    const payment = await buyer.pay(sell, { identifier });
    expect(await (await sell(request(payment))).text()).toBe("Sunny 1");
    const again = await start().endpoint(handler)(request(payment));
    expect([again.status, await again.text()]).toEqual([200, "Sunny 1"]);
    expect(again.headers.get("content-type")).toBe("text/weather");
    // The chain shows everything else of the payment.
    expect((await sell(request(withoutIdentifier(payment)))).status).toBe(409);
    expect(runs).toBe(1);
    expect(await arrivals()).toHaveLength(1);
  });
});

function failing(): Promise<never> {
  return Promise.reject(new Error("The storage is down."));
}

function withoutIdentifier(header: string): string {
  const { extensions: _, ...payment } = JSON.parse(atob(header)) as Record<string, unknown>;
  return btoa(JSON.stringify(payment));
}

/** As Next passes requests. Other code cannot read their internal state. */
function proxied(asked: Request): Request {
  return new Proxy(asked, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
