import type { SpendOrder } from "@agent-treasury/provider";
import {
  rpcProxy,
  testOrder,
  testQuote,
  type TestChain,
  testNetwork,
  type TestClock,
  testClock,
} from "evm-for-tests";
import type { Hex, LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type PreparedAuthorization, readAuthorization } from "./authorization/authorization.ts";
import { connectedExecutor } from "./test-context.fixture.ts";
import type { X402Executor } from "./x402-executor.ts";
import type { X402Options } from "./x402-options.ts";

export interface ExecutorChanges extends Partial<Pick<X402Options, "account" | "gasAccount">> {
  readonly deploymentId?: string;
}

/** An account with ten dollars, without a seller. A payment counts at two blocks. */
export interface TestBuyer {
  readonly account: LocalAccount;
  readonly clock: TestClock;
  executorOf(urls: readonly string[], changes?: ExecutorChanges): X402Executor;
  /** Two endpoints that answer as the chain does. */
  honest(): Promise<readonly string[]>;
  /** A held order with its authorization. */
  prepared(executor: X402Executor): Promise<{
    readonly order: SpendOrder;
    readonly authorization: PreparedAuthorization;
  }>;
  /** Moves all clocks, and mines until the new time is finalized. */
  pass(seconds: number): Promise<void>;
  signCancellation(nonce: Hex): Promise<Hex>;
}

export async function testBuyer(chain: TestChain): Promise<TestBuyer> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.mint(account.address, 10_000_000n);
  // Earlier tests moved the chain's time forward.
  const clock = testClock((await chain.latest()).timeMs);
  return {
    account,
    clock,
    executorOf: (urls, { deploymentId = "d1", ...changes } = {}) =>
      connectedExecutor(
        {
          account,
          ...changes,
          rpcUrls: { [testNetwork]: urls },
          networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 2 } },
        },
        { deploymentId: async () => deploymentId, clock },
      ),
    honest: async () => [chain.rpcUrl, await rpcProxy(chain.rpcUrl, (_call, ask) => ask())],
    prepared: async (executor) => {
      const order = testOrder(testQuote(chain, clock.now()), { heldAt: clock.now() });
      const payload = (await executor.prepare?.(order)) ?? null;
      const authorization = readAuthorization(payload);
      if (authorization === null) throw new Error("Nothing was prepared.");
      return { order: { ...order, payload }, authorization };
    },
    pass: async (seconds) => {
      clock.advance(seconds);
      await chain.increaseTime(seconds);
      await chain.mine(4);
    },
    signCancellation: (nonce) =>
      account.signTypedData({
        domain: {
          name: "Test Dollar",
          version: "2",
          chainId: 31_337,
          verifyingContract: chain.token,
        },
        types: {
          CancelAuthorization: [
            { name: "authorizer", type: "address" },
            { name: "nonce", type: "bytes32" },
          ],
        },
        primaryType: "CancelAuthorization",
        message: { authorizer: account.address, nonce },
      }),
  };
}
