import { x402Client } from "@x402/core/client";
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";
import { UptoEvmScheme } from "@x402/evm/upto/client";
import {
  anvilBinary,
  startChain,
  type TestChain,
  testFacilitator,
  testNetwork,
} from "evm-for-tests";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PaidHandler } from "./endpoint-options.ts";
import type { Facilitator } from "./facilitator.ts";
import { type Endpoint, request } from "./test-buyer.fixture.ts";
import { shopFacilitator, testShop } from "./test-shop.fixture.ts";

const scheme = "upto";
const charging =
  (usd: number): PaidHandler =>
  (_request, { charge }) => {
    charge(usd);
    return new Response("Sunny");
  };

describe.skipIf(anvilBinary === null)("an endpoint with the scheme `upto`", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
    await chain.installPermit2();
  });
  afterAll(() => chain.stop());

  const facilitator = (): Facilitator => ({
    ...shopFacilitator(chain),
    getSupported: () => testFacilitator(chain).getSupported(),
  });

  /** A header by the official client. */
  async function signed(
    sell: Endpoint,
    account?: LocalAccount,
    changes: object = {},
  ): Promise<string> {
    const buyer = account ?? privateKeyToAccount(generatePrivateKey());
    await chain.mint(buyer.address, 10_000_000n);
    await chain.approve(buyer);
    const client = new x402Client()
      .register(testNetwork, new UptoEvmScheme(buyer, { rpcUrl: chain.rpcUrl }))
      .setSpendControls({ allowedAssets: true });
    const asked = await sell(request());
    const challenge = decodePaymentRequiredHeader(asked.headers.get("payment-required") ?? "");
    const payment = await client.createPaymentPayload(challenge);
    return encodePaymentSignatureHeader({ ...payment, ...changes });
  }

  it.each([
    ["a part", 0.2, 200_000n],
    ["all", 0.5, 500_000n],
  ])("collects and credits %s of the price, once", async (_what, usd, units) => {
    const shop = await testShop(chain);
    const [one, other] = [1, 2].map(() => shop.start({ facilitator: facilitator() }));
    let runs = 0;
    const handler: PaidHandler = (...asked) => {
      runs += 1;
      return charging(usd)(...asked);
    };
    const sells = [one, other].map((process) => process!.endpoint(handler, { scheme }));
    const header = await signed(sells[0]!);
    const answers = await Promise.all(
      [...sells, ...sells].map(async (sell) => (await sell(request(header))).status),
    );
    expect(answers).toContain(200);
    expect(runs).toBe(1);
    await chain.mine(3);
    shop.clock.advance(60_000);
    await one!.treasury.recover();
    expect((await one!.treasury.state("acme")).revenueUsd).toBe(usd);
    const arrived = (await shop.arrivals()) as readonly { args: { value: bigint } }[];
    expect(arrived.map(({ args }) => args.value)).toEqual([units]);
    expect((await one!.treasury.verify("acme")).valid).toBe(true);
  });

  it("collects the whole price of a handler that charges nothing", async () => {
    const shop = await testShop(chain);
    const process = shop.start({ facilitator: facilitator() });
    const sell = process.endpoint(undefined, { scheme });
    expect((await sell(request(await signed(sell)))).status).toBe(200);
    await chain.mine(3);
    shop.clock.advance(60_000);
    await process.treasury.recover();
    expect((await process.treasury.state("acme")).revenueUsd).toBe(0.5);
  });

  it.each([0.6, 0, -1])("rejects a charge of %d, and collects nothing", async (usd) => {
    const shop = await testShop(chain);
    const sell = shop.start({ facilitator: facilitator() }).endpoint(charging(usd), { scheme });
    const header = await signed(sell);
    await expect(sell(request(header))).rejects.toMatchObject({ code: "invalid_request" });
    expect(await shop.arrivals()).toEqual([]);
  });

  it("collects what was charged before the answer ended, and refuses a later charge", async () => {
    const shop = await testShop(chain);
    const process = shop.start({ facilitator: facilitator() });
    let again: (() => void) | undefined;
    const handler: PaidHandler = (_request, { charge }) => {
      again = () => charge(0.4);
      charge(0.2);
      return new Response("Sunny");
    };
    const { incoming } = process.treasury;
    const late: unknown[] = [];
    const announce: typeof incoming.announce = async (...movement) => {
      const announced = await incoming.announce(...movement);
      try {
        again?.();
      } catch (error) {
        late.push(error);
      }
      return announced;
    };
    const treasury = { ...process.treasury, incoming: { ...incoming, announce } };
    const sell = process.endpoint(handler, { scheme, treasury });
    expect((await sell(request(await signed(sell)))).status).toBe(200);
    expect(late).toMatchObject([{ code: "invalid_request" }]);
    await chain.mine(3);
    shop.clock.advance(60_000);
    await process.treasury.recover();
    expect((await process.treasury.state("acme")).revenueUsd).toBe(0.2);
    const arrived = (await shop.arrivals()) as readonly { args: { value: bigint } }[];
    expect(arrived.map(({ args }) => args.value)).toEqual([200_000n]);
  });

  it("credits nothing if the facilitator takes another amount than it was asked to", async () => {
    const shop = await testShop(chain);
    const own = facilitator();
    const greedy: Facilitator = {
      ...own,
      settle: (payload, requirements) => own.settle(payload, { ...requirements, amount: "400000" }),
    };
    const process = shop.start({ facilitator: greedy });
    const sell = process.endpoint(charging(0.2), { scheme });
    await sell(request(await signed(sell)));
    await chain.mine(3);
    shop.clock.advance(60_000);
    await process.treasury.recover();
    expect((await process.treasury.state("acme")).revenueUsd).toBe(0);
  });

  it("refuses a permit of another endpoint, and an authorization of `exact`", async () => {
    const shop = await testShop(chain);
    const process = shop.start({ facilitator: facilitator() });
    let runs = 0;
    const sell = process.endpoint(() => new Response(String((runs += 1))), { scheme });
    const cheap = process.endpoint(undefined, { scheme, priceUsd: 0.1 });
    const payload = { signature: `0x${"11".repeat(64)}1b`, authorization: {} };
    for (const header of [await signed(cheap), await signed(sell, undefined, { payload })]) {
      expect((await sell(request(header))).status).toBe(402);
    }
    expect(runs).toBe(0);
  });

  it("needs a facilitator that supports it", async () => {
    const shop = await testShop(chain);
    const sell = shop.start().endpoint(undefined, { scheme });
    await expect(sell(request())).rejects.toMatchObject({ code: "payments_not_connected" });
    expect(() => shop.start().endpoint(undefined, { scheme: "other" as never })).toThrow("scheme");
  });
});
