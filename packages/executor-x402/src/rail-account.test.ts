import { Micros } from "@agent-treasury/provider";
import {
  anvilBinary,
  rpcProxy,
  payTo,
  type TestChain,
  startChain,
  testNetwork,
} from "evm-for-tests";
import { getAddress } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBuyer, testBuyer } from "./test-buyer.fixture.ts";

describe.skipIf(anvilBinary === null)("the account on a chain", () => {
  let chain: TestChain;
  let buyer: TestBuyer;
  let since: number;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    buyer = await testBuyer(chain);
    since = (await chain.latest()).timeMs;
  });

  /** Pays fifty cents. */
  async function paid() {
    const executor = buyer.executorOf([chain.rpcUrl]);
    const { order, authorization } = await buyer.prepared(executor);
    await chain.settle(authorization);
    return { executor, order };
  }

  const movementsBy = (url: string, from = since) =>
    buyer.executorOf([url]).movements?.(from) ??
    Promise.reject(new Error("The executor has no movements."));

  it("has the balance of each listed token", async () => {
    const { executor } = await paid();
    expect(await executor.balances?.()).toEqual([
      { asset: `${chain.token} on ${testNetwork}`, amount: Micros.of(9_500_000n) },
    ]);
  });

  it("moves what a payment captures, under the same id, once it counts", async () => {
    const { executor, order } = await paid();
    expect(await movementsBy(chain.rpcUrl)).toEqual([]);
    await chain.mine(1);
    const found = await executor.find(order);
    if (found.kind !== "executed") throw new Error(found.kind);
    const [movement, ...others] = await movementsBy(chain.rpcUrl);
    expect(others).toEqual([]);
    expect(movement).toMatchObject(found.captures[0] ?? {});
    expect(movement?.description.toLowerCase()).toContain(payTo.toLowerCase());
    expect(movement?.at).toBeGreaterThanOrEqual(since);
  });

  it("moves what leaves it without the treasury, under ids that no payment has", async () => {
    const to = getAddress("0x00000000000000000000000000000000000000bb");
    await paid();
    await chain.transfer(buyer.account, to, 250_000n);
    await paid();
    await chain.mine(1);
    const movements = await movementsBy(chain.rpcUrl);
    const kinds = movements.map(({ id, amount }) => [id.split(":")[0], amount]);
    expect(kinds).toEqual([
      ["eip3009", 500_000n],
      ["erc20", 250_000n],
      ["eip3009", 500_000n],
    ]);
    expect(new Set(movements.map(({ id }) => id)).size).toBe(3);
  });

  it("moved nothing that left before, or that it received", async () => {
    await paid();
    await buyer.pass(60);
    const later = (await chain.latest()).timeMs;
    await chain.mint(buyer.account.address, 1n);
    await chain.mine(2);
    expect(await movementsBy(chain.rpcUrl, later)).toEqual([]);
    expect(await movementsBy(chain.rpcUrl)).toHaveLength(1);
  });

  it("fails while no endpoint lists events", async () => {
    const refusing = await rpcProxy(chain.rpcUrl, ({ method }, ask) =>
      method === "eth_getLogs" ? Promise.reject(new Error("not today")) : ask(),
    );
    await expect(movementsBy(refusing)).rejects.toMatchObject({ code: "spend_executor_error" });
  });
});
