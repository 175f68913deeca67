import { type TestChain, anvilBinary, startChain } from "evm-for-tests";
import { type Hex, toHex } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Facilitator } from "./facilitator.ts";
import { type PaymentChanges, type TestBuyer, request, testBuyer } from "./test-buyer.fixture.ts";
import { type TestProcess, type TestShop, testShop } from "./test-shop.fixture.ts";

/** Confirms everything, and settles nothing. */
const lying: Facilitator = {
  verify: async () => ({ isValid: true }),
  settle: async (_payload, { network }) => ({
    success: true,
    transaction: `0x${"1".repeat(64)}`,
    network,
  }),
};

describe.skipIf(anvilBinary === null)("a forged payment", () => {
  let chain: TestChain;
  let buyer: TestBuyer;
  let shop: TestShop;
  let process: TestProcess;
  beforeAll(async () => {
    chain = await startChain();
    buyer = await testBuyer(chain);
  });
  afterAll(() => chain.stop());

  /** Lets all authorizations expire, in finalized blocks. */
  async function passDays(days: number): Promise<void> {
    const seconds = days * 86_400;
    shop.clock.advance(seconds);
    await chain.increaseTime(seconds);
    await chain.mine(4);
    await process.treasury.recover();
  }

  async function revenue(): Promise<number> {
    return (await process.treasury.state("acme")).revenueUsd;
  }

  it.each<[string, PaymentChanges]>([
    ["to another payee", { to: "0x00000000000000000000000000000000000000aa" }],
    ["of less", { value: 499_999n }],
    ["of more", { value: 500_001n }],
    ["signed by no key", { signature: `0x${"11".repeat(64)}1b` }],
    ["with a longer signature", { signature: `0x${"11".repeat(80)}` }],
    ["that expired", { validBefore: 1_000_000_000 }],
    ["that ends in a year", { validBefore: 2_500_000_000 }],
    ["for a lower price", { accepted: { amount: "1" }, value: 1n }],
    ["in another token", { accepted: { asset: "0x00000000000000000000000000000000000000aa" } }],
    ["on another network", { accepted: { network: "eip155:8453" } }],
    ["in another scheme", { accepted: { scheme: "upto" } }],
  ])("%s is refused, whatever the facilitator reports", async (_title, changes) => {
    shop = await testShop(chain);
    process = shop.start({ facilitator: lying });
    let runs = 0;
    const sell = process.endpoint(() => new Response(String((runs += 1))));
    const answer = await sell(request(await buyer.pay(sell, changes)));
    expect([answer.status, runs]).toEqual([402, 0]);
  });

  it.each(["", "x", "e30=", btoa('{"x402Version":1}'), btoa("[".repeat(5_000)), "=".repeat(9_000)])(
    "that is no payment is refused: %s",
    async (header) => {
      shop = await testShop(chain);
      process = shop.start({ facilitator: lying });
      expect((await process.endpoint()(request(header))).status).toBe(402);
    },
  );

  it("is never credited by a facilitator's receipt", async () => {
    shop = await testShop(chain);
    process = shop.start({ facilitator: lying });
    const sell = process.endpoint();
    const payment = await buyer.pay(sell);
    expect((await sell(request(payment))).status).toBe(200);
    for (const days of [0.1, 1, 1]) await passDays(days);
    expect(await revenue()).toBe(0);
    expect(process.reports).toEqual([]);
    expect(await shop.pending()).toBe(0);
  });

  it("is not credited if its authorization paid another payee", async () => {
    shop = await testShop(chain);
    process = shop.start({ facilitator: lying });
    const sell = process.endpoint();
    const nonce: Hex = toHex(crypto.getRandomValues(new Uint8Array(32)));
    expect((await sell(request(await buyer.pay(sell, { nonce })))).status).toBe(200);
    const other = "0x00000000000000000000000000000000000000aa";
    const elsewhere = JSON.parse(atob(await buyer.pay(sell, { nonce, to: other })));
    const { signature, authorization } = elsewhere.payload;
    await chain.settle({ ...authorization, signature, deploymentId: "" });
    for (const days of [0.1, 1, 1]) await passDays(days);
    expect(await revenue()).toBe(0);
    expect(await shop.pending()).toBe(0);
  });

  it("is not credited a second time for a settled payment", async () => {
    shop = await testShop(chain);
    process = shop.start();
    const sell = process.endpoint();
    const payment = await buyer.pay(sell);
    expect((await sell(request(payment))).status).toBe(200);
    const other = process.endpoint(undefined, { workspaceId: "beta" });
    const replays = [
      await sell(request(payment)),
      await other(request(payment)),
      await sell(request(payment, "https://seller.example/other")),
    ];
    expect(replays.map(({ status }) => status)).toEqual([409, 409, 409]);
    await passDays(0.1);
    expect(await revenue()).toBe(0.5);
    expect((await process.treasury.state("beta")).revenueUsd).toBe(0);
  });
});
