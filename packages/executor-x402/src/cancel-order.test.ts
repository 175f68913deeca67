import type { SpendOrder } from "@agent-treasury/provider";
import {
  anvilBinary,
  rpcProxy,
  startChain,
  type TestChain,
  testGasAccount as gasAccount,
} from "evm-for-tests";
import { createPublicClient, http, toHex } from "viem";
import { generatePrivateKey } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBuyer, testBuyer } from "./test-buyer.fixture.ts";

describe.skipIf(anvilBinary === null)("the cancellation of a payment", () => {
  let chain: TestChain;
  let buyer: TestBuyer;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    buyer = await testBuyer(chain);
  });

  async function prepared(urls?: readonly string[]) {
    const executor = buyer.executorOf(urls ?? (await buyer.honest()), { gasAccount });
    const { order, authorization } = await buyer.prepared(executor);
    const cancel = async (canceled: SpendOrder = order): Promise<void> =>
      executor.cancel?.(canceled);
    return { executor, order, authorization, cancel };
  }

  it("ends an authorization, which is declined once its block is finalized", async () => {
    const { executor, order, authorization, cancel } = await prepared();
    await cancel();
    await expect(chain.settle(authorization)).rejects.toThrow("authorization is used or canceled");
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.mine(2);
    expect(await executor.find(order)).toMatchObject({
      kind: "declined",
      reason: "The authorization was canceled.",
    });
    expect(await chain.paymentsOf(buyer.account.address)).toEqual([]);
  });

  it("is not sent again while the first one is on the chain, or after the payment", async () => {
    const { cancel } = await prepared();
    await cancel();
    const { number } = await chain.latest();
    await cancel();
    const paid = await prepared();
    await chain.settle(paid.authorization);
    await paid.cancel();
    expect((await chain.latest()).number).toBe(number + 1n);
    await chain.mine(1);
    expect((await paid.executor.find(paid.order)).kind).toBe("executed");
  });

  it("loses against a seller that collects while it is sent", async () => {
    const seller: { collect?: () => Promise<unknown> } = {};
    const url = await rpcProxy(chain.rpcUrl, async ({ method }, ask) => {
      if (method === "eth_sendRawTransaction") await seller.collect?.();
      return ask();
    });
    const { executor, order, authorization, cancel } = await prepared([url]);
    seller.collect = () => chain.settle(authorization);
    await cancel();
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("executed");
    expect(await chain.paymentsOf(buyer.account.address)).toHaveLength(1);
  });

  it("is sent by another endpoint while one is down", async () => {
    const down = await rpcProxy(chain.rpcUrl, () => Promise.reject(new Error("down")));
    const { authorization, cancel } = await prepared([down, chain.rpcUrl]);
    await cancel();
    await expect(chain.settle(authorization)).rejects.toThrow("authorization is used or canceled");
  });

  it("pays no more than the lowest fee of the endpoints", async () => {
    const greedy = await rpcProxy(chain.rpcUrl, async ({ method }, ask) =>
      method === "eth_maxPriorityFeePerGas" ? toHex(10n ** 13n) : ask(),
    );
    const { cancel } = await prepared([greedy, chain.rpcUrl]);
    await cancel();
    const client = createPublicClient({ transport: http(chain.rpcUrl) });
    const { transactions } = await client.getBlock({ includeTransactions: true });
    expect(transactions.map(({ maxFeePerGas = 0n }) => maxFeePerGas < 10n ** 12n)).toEqual([true]);
  });

  it("fails without the network's coin, with what to do and without an RPC URL", async () => {
    const poor = buyer.executorOf([chain.rpcUrl], { gasAccount: generatePrivateKey() });
    const { order } = await buyer.prepared(poor);
    const error: unknown = await poor.cancel?.(order).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "spend_executor_error",
      message: expect.stringContaining("has the network's coin"),
    });
    expect(JSON.stringify(error)).not.toContain(chain.rpcUrl);
    expect(await poor.find(order)).toEqual({ kind: "repeatable" });
  });

  it("is refused for an authorization of another deployment or account", async () => {
    const { order, authorization } = await prepared();
    const other = { gasAccount, deploymentId: "d2" };
    const restored = buyer.executorOf([chain.rpcUrl], other);
    const code = "spend_executor_error";
    await expect(restored.cancel?.(order)).rejects.toMatchObject({ code });
    const account = generatePrivateKey();
    const rotated = buyer.executorOf([chain.rpcUrl], { gasAccount, account });
    await expect(rotated.cancel?.(order)).rejects.toMatchObject({ code });
    await chain.settle(authorization);
  });

  it("is not offered without an account that pays for it", () => {
    expect(buyer.executorOf([chain.rpcUrl]).cancel).toBeUndefined();
  });
});
