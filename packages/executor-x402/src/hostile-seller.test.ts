import type { SpendOrder } from "@agent-treasury/provider";
import { decodePaymentSignatureHeader, encodePaymentRequiredHeader } from "@x402/core/http";
import type { PaymentRequirements } from "@x402/core/types";
import {
  anvilBinary,
  type TestChain,
  startChain,
  testNetwork,
  testFacilitator,
  testSeller,
  requirementsOf,
} from "evm-for-tests";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type TestRail, testRail } from "./test-rail.fixture.ts";

const thief = "0x7e1ef00000000000000000000000000000000001";
const bridged = "0x00000000000000000000000000000000000000b1";

describe.skipIf(anvilBinary === null)("a seller that changes its mind after the quote", () => {
  let chain: TestChain;
  let rail: TestRail;
  let order: SpendOrder;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    rail = await testRail(chain);
    order = await rail.order();
  });

  const payments = () => chain.paymentsOf(rail.account.address);

  it.each<[string, Partial<PaymentRequirements>]>([
    ["the price", { amount: "900000" }],
    ["the payee", { payTo: thief }],
    ["the asset", { asset: bridged }],
    ["the network", { network: "eip155:8453" }],
    ["the scheme", { scheme: "upto" }],
    ["the decimals", { extra: { name: "Test Dollar", version: "2", decimals: 18 } }],
    ["the token's name", { extra: { name: "Other Dollar", version: "2" } }],
  ])("is not paid when it changes %s", async (_what, change) => {
    const sign = vi.spyOn(rail.account, "signTypedData");
    rail.seller.requirements = { ...rail.seller.requirements, ...change };
    for (const executor of [rail.executor, rail.create()]) {
      expect(await executor.pay(order)).toMatchObject({ kind: "in_progress" });
    }
    expect(await rail.executor.find(order)).toEqual({ kind: "repeatable" });
    expect(sign).not.toHaveBeenCalled();
    expect(await payments()).toEqual([]);
  });

  it("cannot settle the authorization on other terms by itself", async () => {
    await rail.executor.pay(order);
    const header = rail.seller.paid[0]?.headers["payment-signature"];
    const payload = decodePaymentSignatureHeader(String(header));
    const facilitator = testFacilitator(chain);
    for (const change of [{ amount: "900000" }, { payTo: thief }]) {
      const requirements = { ...requirementsOf(chain), ...change };
      const altered = { ...payload, accepted: requirements };
      expect((await facilitator.settle(altered, requirements)).success).toBe(false);
    }
    expect(await payments()).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])(
    "is not followed by a redirect with status %i",
    async (status) => {
      const other = await testSeller(testFacilitator(chain), requirementsOf(chain));
      rail.seller.behave = () => ({ status, headers: { location: `${other.origin}/weather` } });
      expect(await rail.executor.pay(order)).toMatchObject({ kind: "in_progress" });
      expect(other.requests).toEqual([]);
      expect(await payments()).toEqual([]);
    },
  );

  it("receives one authorization, however often it asks for another", async () => {
    const { seller } = rail;
    seller.behave = async () => {
      const required = {
        x402Version: 2,
        resource: { url: seller.origin },
        accepts: [{ ...seller.requirements, payTo: thief }],
      };
      return {
        status: 402,
        headers: { "payment-required": encodePaymentRequiredHeader(required) },
      };
    };
    for (let attempt = 0; attempt < 3; attempt += 1) await rail.create().pay(order);
    expect(new Set(seller.paid.map(({ headers }) => headers["payment-signature"])).size).toBe(1);
    expect(await payments()).toEqual([]);
  });

  it("that claims a settlement is believed only by the chain", async () => {
    rail.seller.behave = () => ({
      status: 200,
      headers: {
        "payment-response": btoa(
          JSON.stringify({
            success: true,
            transaction: `0x${"1".repeat(64)}`,
            network: testNetwork,
          }),
        ),
      },
      body: "Sunny",
    });
    const outcome = await rail.create({ timeoutSeconds: 0.2 }).pay(order);
    expect(outcome.kind).toBe("in_progress");
  });
});
