import type { Storage } from "@agent-treasury/provider";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  type TestChain,
  type TestClock,
  testClock,
  testFacilitator,
  testNetwork,
} from "evm-for-tests";
import { createPublicClient, getAddress, http, parseAbi, toHex } from "viem";
import { onTestFinished } from "vitest";
import type { PaidEndpointOptions, PaidHandler } from "./endpoint-options.ts";
import type { Facilitator } from "./facilitator.ts";
import { paidEndpoint } from "./paid-endpoint.ts";
import type { SellerOptions } from "./seller-options.ts";
import type { Endpoint } from "./test-buyer.fixture.ts";
import { x402Seller } from "./x402-seller.ts";

/** A facilitator in the process that settles one payment at a time. */
export function shopFacilitator(chain: TestChain): Facilitator {
  const facilitator = testFacilitator(chain);
  const [verifying, settling] = [limiter(20), limiter(1)];
  return {
    verify: (...payment) => verifying(() => facilitator.verify(...payment)),
    // One at a time, because the account numbers its transactions.
    settle: (...payment) => settling(() => facilitator.settle(...payment)),
  };
}

function limiter(maximum: number): <Answer>(call: () => Promise<Answer>) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (call) => {
    if (running >= maximum) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await call();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export interface TestProcess {
  readonly treasury: Treasury;
  readonly reports: unknown[];
  endpoint(handler?: PaidHandler, options?: Partial<PaidEndpointOptions>): Endpoint;
}

/** A deployment that sells a report for half a dollar, with an address of its own. */
export interface TestShop {
  readonly clock: TestClock;
  readonly payTo: `0x${string}`;
  readonly facilitator: Facilitator;
  start(options?: Partial<SellerOptions>): TestProcess;
  /** Payments that are looked at again. */
  pending(): Promise<number>;
  /** Payments that arrived, by the token's own records. */
  arrivals(): Promise<readonly unknown[]>;
}

export async function testShop(chain: TestChain, depth = 1, storage?: Storage): Promise<TestShop> {
  // Earlier tests moved the chain's time forward.
  const clock = testClock(Math.max(Date.now(), (await chain.latest()).timeMs));
  const shared = storage ?? memoryStorage({ now: clock.now });
  const payTo = getAddress(toHex(crypto.getRandomValues(new Uint8Array(20))));
  const facilitator = shopFacilitator(chain);
  const client = createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 });
  return {
    clock,
    payTo,
    facilitator,
    start: (options) => {
      const seller = x402Seller({
        rpcUrls: { [testNetwork]: [chain.rpcUrl] },
        networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth } },
        facilitator,
        timeoutSeconds: 2,
        ...options,
      });
      const reports: unknown[] = [];
      const treasury = createTreasury({
        baseUrl: "http://localhost:3000",
        storage: shared,
        clock,
        incoming: [seller],
        recoverySeconds: false,
        onFailure: ({ error }) => void reports.push(error),
      });
      onTestFinished(() => treasury.close());
      const terms = {
        treasury,
        seller,
        payTo,
        workspaceId: "acme",
        network: testNetwork,
        priceUsd: 0.5,
        description: "A weather report",
      } as const;
      return {
        treasury,
        reports,
        endpoint: (handler, changes) =>
          paidEndpoint({ ...terms, ...changes }, handler ?? (() => new Response("Sunny"))),
      };
    },
    pending: async () =>
      (await shared.due(Number.MAX_SAFE_INTEGER, null, 10_000, ["incoming_payment"])).length,
    arrivals: () =>
      client.getContractEvents({
        abi: parseAbi(["event Transfer(address indexed from, address indexed to, uint256 value)"]),
        address: chain.token,
        eventName: "Transfer",
        args: { to: payTo },
        fromBlock: 0n,
      }),
  };
}
