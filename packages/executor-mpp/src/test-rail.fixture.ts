import type { X402Options } from "@agent-treasury/executor-x402";
import {
  type OutboundResponse,
  type PaidRequest,
  type QuoteAnswer,
  type SpendOrder,
  systemClock,
} from "@agent-treasury/provider";
import {
  memoryStore,
  mppSale,
  requirementsOf,
  testFacilitator,
  testNetwork,
  testOrder,
  type TestChain,
  type TestSeller,
  testSeller,
} from "evm-for-tests";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { type MppExecutor, mppExecutor } from "./mpp-executor.ts";

/** A buyer with ten dollars, and a server of `mppx`, on a chain of the tests. */
export interface TestRail {
  readonly account: LocalAccount;
  readonly seller: TestSeller;
  readonly executor: MppExecutor;
  /** Another process of the deployment. */
  create(changes?: Partial<X402Options>): MppExecutor;
  quote(path?: string): Promise<QuoteAnswer>;
  /** Quotes a price, and holds it. */
  hold(path?: string): Promise<SpendOrder>;
  /** An order whose authorization is committed. */
  order(path?: string): Promise<SpendOrder>;
}

export async function testRail(chain: TestChain): Promise<TestRail> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.mint(account.address, 10_000_000n);
  const facilitator = testFacilitator(chain);
  const seller = await testSeller(facilitator, requirementsOf(chain));
  const sale = mppSale(chain, facilitator);
  seller.behave = (request) => sale(seller.origin, request);
  const store = memoryStore();
  const create: TestRail["create"] = (changes) => {
    const executor = mppExecutor({
      account,
      rpcUrls: { [testNetwork]: [chain.rpcUrl] },
      networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
      ...changes,
    });
    const { outbound } = seller;
    executor.connect({ deploymentId: async () => "d1", store, outbound, clock: systemClock });
    return executor;
  };
  const executor = create();
  const quote: TestRail["quote"] = async (path = "/weather") => {
    const request = { ...plainGet, url: `${seller.origin}${path}` };
    return executor.quote(await ask(seller, request), request);
  };
  const hold: TestRail["hold"] = async (path) => {
    const quoted = await quote(path);
    if (quoted.kind !== "quoted") throw new Error(quoted.reason);
    return testOrder(quoted.quote);
  };
  return {
    account,
    seller,
    executor,
    create,
    quote,
    hold,
    order: async (path) => {
      const held = await hold(path);
      return { ...held, payload: (await executor.prepare?.(held)) ?? null };
    },
  };
}

export const plainGet = { method: "GET", contentType: null, body: null } as const;

/** Sends a request without a payment. */
export function ask(
  { outbound }: TestSeller,
  { url, method, body }: PaidRequest,
): Promise<OutboundResponse> {
  const { signal } = new AbortController();
  return outbound({
    url,
    method,
    headers: {},
    body,
    timeoutMs: 10_000,
    maximumBytes: 10_000,
    signal,
  });
}
