import type { SpendOrder } from "@agent-treasury/provider";
import { type Hex, type LocalAccount, keccak256, toHex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { anvilBinary } from "./anvil-binary.fixture.ts";
import { readAuthorization } from "./authorization/authorization.ts";
import { memoryStore } from "./memory-store.fixture.ts";
import { type RpcAnswer, rpcProxy } from "./rpc-proxy.fixture.ts";
import { payTo, testOrder, testQuote } from "./spend-order.fixture.ts";
import { type TestChain, startChain, testNetwork } from "./test-chain.fixture.ts";
import { testClock } from "./test-clock.fixture.ts";
import { type X402Executor, x402Executor } from "./x402-executor.ts";

const depth = 2;

describe.skipIf(anvilBinary === null)("the outcome of an authorization on a chain", () => {
  let chain: TestChain;
  let account: LocalAccount;
  let clock: ReturnType<typeof testClock>;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    account = privateKeyToAccount(generatePrivateKey());
    await chain.mint(account.address, 10_000_000n);
    // Earlier tests moved the chain's time forward.
    clock = testClock((await chain.latest()).timeMs);
  });

  function executorOf(urls: readonly string[], deploymentId = "d1"): X402Executor {
    return x402Executor({
      account,
      rpcUrls: { [testNetwork]: urls },
      networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth } },
      deploymentId,
      store: memoryStore(),
      outbound: () => Promise.reject(new Error("No seller.")),
      clock,
    });
  }

  /** Two endpoints that answer as the chain does. */
  async function honest(): Promise<readonly string[]> {
    return [chain.rpcUrl, await rpcProxy(chain.rpcUrl, (_call, ask) => ask())];
  }

  async function prepared(executor: X402Executor, changes: Partial<SpendOrder> = {}) {
    const order = testOrder(testQuote(chain, clock.now()), { heldAt: clock.now(), ...changes });
    const payload = (await executor.prepare?.(order)) ?? null;
    const authorization = readAuthorization(payload);
    if (authorization === null) throw new Error("Nothing was prepared.");
    return { order: { ...order, payload }, authorization };
  }

  it("is not_sent before an authorization was committed", async () => {
    const executor = executorOf([chain.rpcUrl]);
    expect(await executor.find(testOrder(testQuote(chain)))).toEqual({ kind: "not_sent" });
  });

  it("is repeatable while unused with 30 s left, then in progress", async () => {
    const executor = executorOf(await honest());
    const { order } = await prepared(executor);
    clock.advance(269);
    expect(await executor.find(order)).toEqual({ kind: "repeatable" });
    clock.advance(2);
    expect((await executor.find(order)).kind).toBe("in_progress");
  });

  it("is executed at the network's depth, with the movement's identity", async () => {
    const executor = executorOf(await honest());
    const { order, authorization } = await prepared(executor);
    await chain.settle(authorization);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.mine(1);
    const id = `eip3009:31337:${chain.token}:${account.address}:${authorization.nonce}`;
    expect(await executor.find(order)).toEqual({
      kind: "executed",
      reference: id.toLowerCase(),
      captures: [{ id: id.toLowerCase(), amount: 500_000n }],
    });
    expect(await chain.paymentsOf(account.address)).toEqual([{ to: payTo, value: 500_000n }]);
  });

  it("is found months later", async () => {
    const executor = executorOf(await honest());
    const { order, authorization } = await prepared(executor);
    await chain.settle(authorization);
    await chain.mine(60, 86_400);
    expect((await executor.find(order)).kind).toBe("executed");
  });

  it("is the same payment when it is prepared again, in another process", async () => {
    const executor = executorOf([chain.rpcUrl]);
    const { order, authorization } = await prepared(executor);
    const again = readAuthorization((await executorOf([chain.rpcUrl]).prepare?.(order)) ?? null);
    expect(again).toEqual(authorization);
    await chain.settle(authorization);
    const later = { ...order, heldAt: order.heldAt + 5_000 };
    const other = readAuthorization((await executor.prepare?.(later)) ?? null);
    if (other === null) throw new Error("Nothing was prepared.");
    expect(other.validBefore).not.toBe(authorization.validBefore);
    await expect(chain.settle(other)).rejects.toThrow("authorization is used or canceled");
    expect(await chain.paymentsOf(account.address)).toHaveLength(1);
  });

  it("survives a reorganization: the payment counts once it is settled again", async () => {
    const executor = executorOf(await honest());
    const { order, authorization } = await prepared(executor);
    await chain.settle(authorization);
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("executed");
    await chain.reorganize(2);
    await chain.mine(3);
    expect(await executor.find(order)).toEqual({ kind: "repeatable" });
    await chain.settle(authorization);
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("executed");
    expect(await chain.paymentsOf(account.address)).toHaveLength(1);
  });

  it("is declined after expiry, once a finalized block proves it to two endpoints", async () => {
    const executor = executorOf(await honest());
    const { order, authorization } = await prepared(executor);
    clock.advance(400);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.increaseTime(400);
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.mine(3);
    expect(await executor.find(order)).toMatchObject({ kind: "declined" });
    await expect(chain.settle(authorization)).rejects.toThrow("authorization is expired");
  });

  it("is declined after expiry by one endpoint only a day later", async () => {
    const executor = executorOf([chain.rpcUrl, chain.rpcUrl]);
    const { order } = await prepared(executor);
    clock.advance(400);
    await pass(400);
    expect((await executor.find(order)).kind).toBe("in_progress");
    clock.advance(86_400);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await pass(86_400);
    expect((await executor.find(order)).kind).toBe("declined");
  });

  it("does not trust a clock that jumps forward", async () => {
    const executor = executorOf(await honest());
    const { order, authorization } = await prepared(executor);
    clock.advance(10 * 86_400);
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.settle(authorization);
    await chain.mine(1);
    expect((await executor.find(order)).kind).toBe("executed");
  });

  it("is declined when it was canceled, in a finalized block", async () => {
    const executor = executorOf(await honest());
    const { order, authorization } = await prepared(executor);
    const { nonce } = authorization;
    await chain.cancel(account.address, nonce, await signCancellation(nonce));
    expect((await executor.find(order)).kind).toBe("in_progress");
    await chain.mine(2);
    expect(await executor.find(order)).toEqual({
      kind: "declined",
      reason: "The authorization was canceled.",
    });
  });

  it("is unknown when the nonce was used for another transfer", async () => {
    const executor = executorOf(await honest());
    const { order, authorization } = await prepared(executor);
    const signed = { ...testQuote(chain).terms, to: "0x00000000000000000000000000000000000000aa" };
    const stolen = { ...authorization, to: signed.to as Hex, value: "700000" };
    const signature = await account.signTypedData(transferOf(stolen));
    await chain.settle({ ...stolen, signature });
    await chain.mine(2);
    expect(await executor.find(order)).toEqual({
      kind: "unknown",
      reason: "The authorization's outcome is uncertain: it was used for another transfer.",
    });
  });

  describe("with endpoints that lag or lie", () => {
    const unused: RpcAnswer = ({ method }, ask) =>
      method === "eth_call" ? toHex(0, { size: 32 }) : ask();

    it("is not declined while one endpoint reports a payment that the other hides", async () => {
      const lying = await rpcProxy(chain.rpcUrl, unused);
      const { order, authorization } = await prepared(executorOf([chain.rpcUrl]));
      await chain.settle(authorization);
      clock.advance(400);
      await pass(400);
      expect(await executorOf([lying, chain.rpcUrl]).find(order)).toMatchObject({
        kind: "unknown",
        reason: "The authorization's outcome is uncertain: the RPC endpoints disagree.",
      });
      expect((await executorOf([lying]).find(order)).kind).toBe("in_progress");
    });

    it("is not declined by two endpoints of which one lags behind the expiry", async () => {
      const { number: at } = await chain.latest();
      const lagging = await rpcProxy(chain.rpcUrl, ({ method, params }, ask) => {
        const isBlock = method === "eth_getBlockByNumber" && typeof params[0] === "string";
        if (isBlock && !params[0]?.toString().startsWith("0x")) {
          return ask({ method, params: [toHex(at), false] });
        }
        return method === "eth_call" ? ask({ method, params: [params[0], toHex(at)] }) : ask();
      });
      const executor = executorOf([chain.rpcUrl, lagging]);
      const { order } = await prepared(executor);
      clock.advance(400);
      await pass(400);
      expect((await executor.find(order)).kind).toBe("in_progress");
    });

    it("is not declined when the finalized block differs between the endpoints", async () => {
      const forked = await rpcProxy(chain.rpcUrl, async ({ method }, ask) => {
        const result = await ask();
        if (method !== "eth_getBlockByNumber") return result;
        return { ...(result as object), hash: keccak256("0x01") };
      });
      const executor = executorOf([chain.rpcUrl, forked]);
      const { order } = await prepared(executor);
      clock.advance(400);
      await pass(400);
      expect((await executor.find(order)).kind).toBe("in_progress");
    });

    it("is not executed by a payment that one endpoint invents", async () => {
      const { order, authorization } = await prepared(executorOf([chain.rpcUrl]));
      const inventing = await rpcProxy(chain.rpcUrl, ({ method }, ask) =>
        method === "eth_call" ? toHex(1, { size: 32 }) : ask(),
      );
      expect((await executorOf([inventing, chain.rpcUrl]).find(order)).kind).toBe("unknown");
      expect((await executorOf([chain.rpcUrl, inventing]).find(order)).kind).toBe("unknown");
      expect(authorization.value).toBe("500000");
    });

    it("rejects when no endpoint answers, and refuses an endpoint of another chain", async () => {
      const { order } = await prepared(executorOf([chain.rpcUrl]));
      const down = await rpcProxy(chain.rpcUrl, () => Promise.reject(new Error("down")));
      await expect(executorOf([`${down}/secret-key`]).find(order)).rejects.toMatchObject({
        code: "spend_executor_error",
        message: "RPC endpoint 1 of eip155:31337 failed.",
      });
      const other = await rpcProxy(chain.rpcUrl, ({ method }, ask) =>
        method === "eth_chainId" ? "0x1" : ask(),
      );
      await expect(executorOf([other]).find(order)).rejects.toMatchObject({
        message: "RPC endpoint 1 of eip155:31337 serves another chain.",
      });
    });
  });

  it("is found but not repeatable for an authorization of another deployment", async () => {
    const { order, authorization } = await prepared(executorOf([chain.rpcUrl], "d1"));
    const restored = executorOf([chain.rpcUrl], "d2");
    expect((await restored.find(order)).kind).toBe("in_progress");
    await expect(restored.pay(order)).rejects.toMatchObject({ code: "spend_executor_error" });
    await chain.settle(authorization);
    await chain.mine(1);
    expect((await restored.find(order)).kind).toBe("executed");
  });

  /** Moves the chain's time, and mines until the new time is finalized. */
  async function pass(seconds: number): Promise<void> {
    await chain.increaseTime(seconds);
    await chain.mine(4);
  }

  function domain() {
    return {
      name: "Test Dollar",
      version: "2",
      chainId: 31337,
      verifyingContract: chain.token,
    };
  }

  function signCancellation(nonce: Hex): Promise<Hex> {
    return account.signTypedData({
      domain: domain(),
      types: {
        CancelAuthorization: [
          { name: "authorizer", type: "address" },
          { name: "nonce", type: "bytes32" },
        ],
      },
      primaryType: "CancelAuthorization",
      message: { authorizer: account.address, nonce },
    });
  }

  function transferOf(message: { readonly [field: string]: unknown }) {
    const fields = ["from", "to", "value", "validAfter", "validBefore", "nonce"] as const;
    const kinds = { from: "address", to: "address", nonce: "bytes32" } as const;
    const typeOf = (name: string): string => (kinds as Record<string, string>)[name] ?? "uint256";
    return {
      domain: domain(),
      types: { TransferWithAuthorization: fields.map((name) => ({ name, type: typeOf(name) })) },
      primaryType: "TransferWithAuthorization",
      message,
    } as never;
  }
});
