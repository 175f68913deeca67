import { Micros } from "@agent-treasury/provider";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { type TestChain, anvilBinary, rpcProxy, startChain, testNetwork } from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Endpoint, type TestBuyer, request, testBuyer } from "./test-buyer.fixture.ts";
import { type TestProcess, type TestShop, testShop } from "./test-shop.fixture.ts";

const payments = process.env["TEST_LONG"] === undefined ? 30 : 1_000;

/** A bound for a test that hangs. */
const longestMs = 120_000 + payments * 400;

/** Repeats a request while its outcome is unknown, as 503 asks for. */
async function insist(sell: Endpoint, payment: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sell(request(payment));
    if (answer.status !== 503 || attempt === 20) return answer;
  }
}

describe.skipIf(anvilBinary === null)("settled payments", () => {
  let chain: TestChain;
  let buyer: TestBuyer;
  beforeAll(async () => {
    chain = await startChain();
    buyer = await testBuyer(chain);
    await chain.mint(buyer.account.address, 1_000_000_000n);
  });
  afterAll(() => chain.stop());

  it(
    `buy one answer and are credited once: ${payments}, some at three endpoints of two processes`,
    async () => {
      const shop = await testShop(chain);
      const [one, other] = [300, 300].map((timeoutSeconds) => shop.start({ timeoutSeconds })) as [
        TestProcess,
        TestProcess,
      ];
      const endpoints = [
        one.endpoint(),
        other.endpoint(),
        other.endpoint(undefined, { workspaceId: "beta" }),
      ];
      const challenge = await one.endpoint()(request());
      const validBefore = Math.floor((await chain.latest()).timeMs / 1_000) + 850;
      const signed = await Promise.all(
        Array.from({ length: payments }, () => buyer.sign(challenge.clone(), { validBefore })),
      );
      // Every fifth payment is presented everywhere.
      const shops = (at: number) =>
        at % 5 === 0 ? endpoints : [endpoints[at % 3] ?? endpoints[0]];
      const answers = await Promise.all(
        signed.map((payment, at) =>
          Promise.all(shops(at).map((sell) => insist(sell as Endpoint, payment))),
        ),
      );
      for (const each of answers) {
        const statuses = each.map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        expect(statuses.every((status) => [200, 402, 409].includes(status))).toBe(true);
      }
      await chain.mine(1);
      // The storage's time continues while the payments settle.
      shop.clock.advance(600);
      await Promise.all([one.treasury.recover(), other.treasury.recover()]);
      await other.treasury.recover();
      const states = await Promise.all(["acme", "beta"].map((id) => one.treasury.state(id)));
      const revenue = states
        .map(({ revenueUsd }) => limitFromUsd(revenueUsd, "revenueUsd"))
        .reduce(Micros.add);
      expect([revenue, (await shop.arrivals()).length]).toEqual([
        BigInt(payments) * 500_000n,
        payments,
      ]);
      for (const workspaceId of ["acme", "beta"]) {
        expect((await one.treasury.verify(workspaceId)).valid).toBe(true);
      }
      expect([...one.reports, ...other.reports]).toEqual([]);
    },
    longestMs,
  );

  describe("after a reorganization", () => {
    let shop: TestShop;

    async function sold() {
      const { treasury, endpoint } = shop.start();
      const sell = endpoint();
      const payment = await buyer.pay(sell);
      expect((await sell(request(payment))).status).toBe(200);
      const { signature, authorization } = JSON.parse(atob(payment)).payload;
      const settleAgain = () => chain.settle({ ...authorization, signature, deploymentId: "" });
      const look = async (seconds: number) => {
        shop.clock.advance(seconds);
        await treasury.recover();
        const { revenueUsd, ledger } = await treasury.state("acme");
        return [revenueUsd, ledger.length];
      };
      return { treasury, settleAgain, look };
    }

    it("before a payment counted, it is credited once it is settled again", async () => {
      shop = await testShop(chain, 2);
      const { settleAgain, look } = await sold();
      await chain.reorganize(1);
      await chain.mine(2);
      expect(await look(15)).toEqual([0, 0]);
      await settleAgain();
      await chain.mine(1);
      expect(await look(15)).toEqual([0.5, 1]);
    });

    it("of a credited payment that is settled again, it stays credited once", async () => {
      shop = await testShop(chain, 2);
      const { settleAgain, look } = await sold();
      await chain.mine(1);
      expect(await look(15)).toEqual([0.5, 1]);
      await chain.reorganize(2);
      await chain.mine(1);
      expect(await look(1_200)).toEqual([0.5, 1]);
      await settleAgain();
      await chain.mine(4);
      expect(await look(60)).toEqual([0.5, 1]);
      expect(await shop.pending()).toBe(0);
    });

    it("that removes a credited payment permanently, the credit is reversed once", async () => {
      shop = await testShop(chain, 2);
      const { treasury, look } = await sold();
      await chain.mine(1);
      expect(await look(15)).toEqual([0.5, 1]);
      await chain.reorganize(2);
      await chain.increaseTime(2 * 86_400);
      await chain.mine(4);
      expect(await look(2 * 86_400)).toEqual([0, 2]);
      expect(await look(86_400)).toEqual([0, 2]);
      expect(await shop.pending()).toBe(0);
      expect((await treasury.verify("acme")).valid).toBe(true);
    });
  });

  it("are credited only once all RPC endpoints agree", async () => {
    const shop = await testShop(chain);
    let isLagging = true;
    const url = await rpcProxy(chain.rpcUrl, ({ method }, ask) =>
      isLagging && method === "eth_call" ? `0x${"0".repeat(64)}` : ask(),
    );
    const { treasury } = shop.start({ rpcUrls: { [testNetwork]: [chain.rpcUrl, url] } });
    const sell = shop.start().endpoint(undefined, { treasury });
    expect((await sell(request(await buyer.pay(sell)))).status).toBe(200);
    shop.clock.advance(15);
    await treasury.recover();
    expect((await treasury.state("acme")).revenueUsd).toBe(0);
    isLagging = false;
    shop.clock.advance(60);
    await treasury.recover();
    expect((await treasury.state("acme")).revenueUsd).toBe(0.5);
  });
});
