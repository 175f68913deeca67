import { anvilBinary, type RpcAnswer, rpcProxy, type TestChain, startChain } from "evm-for-tests";
import { keccak256, toHex } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestBuyer, testBuyer } from "./test-buyer.fixture.ts";

/** An endpoint that reports each authorization as used, or as unused. */
const claiming =
  (isUsed: boolean): RpcAnswer =>
  ({ method }, ask) =>
    method === "eth_call" ? toHex(isUsed ? 1 : 0, { size: 32 }) : ask();

const disagreement = {
  kind: "unknown",
  reason: "The authorization's outcome is uncertain: the RPC endpoints disagree.",
};

describe.skipIf(anvilBinary === null)("endpoints that lag or lie", () => {
  let chain: TestChain;
  let buyer: TestBuyer;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    buyer = await testBuyer(chain);
  });

  it("do not release a payment that one of them hides", async () => {
    const lying = await rpcProxy(chain.rpcUrl, claiming(false));
    const { order, authorization } = await buyer.prepared(buyer.executorOf([chain.rpcUrl]));
    await chain.settle(authorization);
    await buyer.pass(400);
    expect(await buyer.executorOf([lying, chain.rpcUrl]).find(order)).toEqual(disagreement);
    expect(await buyer.executorOf([chain.rpcUrl, lying]).find(order)).toEqual(disagreement);
    expect((await buyer.executorOf([lying]).find(order)).kind).toBe("in_progress");
  });

  it("do not release a payment if one hides it in the finalized block alone", async () => {
    const { order } = await buyer.prepared(buyer.executorOf([chain.rpcUrl]));
    await buyer.pass(400);
    const lying = await rpcProxy(chain.rpcUrl, (call, ask) =>
      call.params[1] === "latest" ? ask() : claiming(true)(call, ask),
    );
    expect((await buyer.executorOf([lying, chain.rpcUrl]).find(order)).kind).toBe("in_progress");
  });

  it("do not release a payment while one lags behind the expiry", async () => {
    const { number } = await chain.latest();
    const lagging = await rpcProxy(chain.rpcUrl, ({ method, params }, ask) => {
      if (method === "eth_call") return ask({ method, params: [params[0], toHex(number)] });
      const isTag = method === "eth_getBlockByNumber" && !String(params[0]).startsWith("0x");
      return isTag ? ask({ method, params: [toHex(number), false] }) : ask();
    });
    const executor = buyer.executorOf([chain.rpcUrl, lagging]);
    const { order } = await buyer.prepared(executor);
    await buyer.pass(400);
    expect((await executor.find(order)).kind).toBe("in_progress");
  });

  it("do not release a payment while their finalized blocks differ", async () => {
    const forked = await rpcProxy(chain.rpcUrl, async ({ method }, ask) => {
      const result = await ask();
      if (method !== "eth_getBlockByNumber") return result;
      return { ...(result as object), hash: keccak256("0x01") };
    });
    const executor = buyer.executorOf([chain.rpcUrl, forked]);
    const { order } = await buyer.prepared(executor);
    await buyer.pass(400);
    expect((await executor.find(order)).kind).toBe("in_progress");
  });

  it("do not count a payment that one of them invents", async () => {
    const { order } = await buyer.prepared(buyer.executorOf([chain.rpcUrl]));
    const inventing = await rpcProxy(chain.rpcUrl, claiming(true));
    for (const urls of [[inventing, chain.rpcUrl], [chain.rpcUrl, inventing], [inventing]]) {
      expect((await buyer.executorOf(urls).find(order)).kind).toBe("unknown");
    }
  });

  it("count a payment at the depth that the slowest of them reports", async () => {
    const executor = buyer.executorOf([chain.rpcUrl]);
    const { order, authorization } = await buyer.prepared(executor);
    await chain.settle(authorization);
    const { number } = await chain.latest();
    const slow = await rpcProxy(chain.rpcUrl, ({ method, params }, ask) =>
      method === "eth_getBlockByNumber" && params[0] === "latest"
        ? ask({ method, params: [toHex(number), false] })
        : ask(),
    );
    await chain.mine(5);
    expect((await executor.find(order)).kind).toBe("executed");
    expect((await buyer.executorOf([chain.rpcUrl, slow]).find(order)).kind).toBe("in_progress");
  });

  it.each([{ blockHash: keccak256("0x02") }, { status: "0x0" }])(
    "do not count a payment whose receipt is of another block or failed: %o",
    async (change) => {
      const replaced = await rpcProxy(chain.rpcUrl, async ({ method }, ask) => {
        const result = await ask();
        if (method !== "eth_getTransactionReceipt") return result;
        return { ...(result as object), ...change };
      });
      const executor = buyer.executorOf([replaced]);
      const { order, authorization } = await buyer.prepared(executor);
      await chain.settle(authorization);
      await chain.mine(1);
      expect((await executor.find(order)).kind).toBe("unknown");
    },
  );

  it("are passed over while another one answers", async () => {
    const down = await rpcProxy(chain.rpcUrl, () => Promise.reject(new Error("down")));
    const executor = buyer.executorOf([down, chain.rpcUrl]);
    const { order, authorization } = await buyer.prepared(executor);
    await chain.settle(authorization);
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("executed");
  });

  it("fail without their URLs in the error, and only for their own chain", async () => {
    const { order } = await buyer.prepared(buyer.executorOf([chain.rpcUrl]));
    const down = await rpcProxy(chain.rpcUrl, () => Promise.reject(new Error("down")));
    const failure = buyer.executorOf([`${down}/secret-key`]).find(order);
    const error: unknown = await failure.catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: "spend_executor_error",
      message: "RPC endpoint 1 of eip155:31337 failed.",
    });
    expect(error).not.toHaveProperty("cause");
    const other = await rpcProxy(chain.rpcUrl, ({ method }, ask) =>
      method === "eth_chainId" ? "0x1" : ask(),
    );
    await expect(buyer.executorOf([other]).find(order)).rejects.toMatchObject({
      message: "RPC endpoint 1 of eip155:31337 serves another chain.",
    });
  });
});
