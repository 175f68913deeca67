import {
  type Clock,
  type ExecutorStore,
  type PaidRequest,
  type SpendOrder,
  systemClock,
} from "@agent-treasury/provider";
import {
  type MemoryStore,
  memoryStore,
  requirementsOf,
  testOrder,
  type TestChain,
  testNetwork,
  testFacilitator,
  type TestSeller,
  testSeller,
} from "evm-for-tests";
import type { LocalAccount } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { connectedExecutor } from "./test-context.fixture.ts";
import type { X402Executor } from "./x402-executor.ts";
import type { X402Options } from "./x402-options.ts";

interface ContextChanges {
  readonly store?: ExecutorStore;
  readonly clock?: Clock;
  readonly deploymentId?: string;
}

/** A buyer with ten dollars and a seller, on a chain of the tests. */
export interface TestRail {
  readonly privateKey: string;
  readonly account: LocalAccount;
  readonly seller: TestSeller;
  readonly store: MemoryStore;
  readonly executor: X402Executor;
  /** Another process of the same deployment, unless the changes name another. */
  create(changes?: Partial<X402Options> & ContextChanges): X402Executor;
  /** Requests without a payment, quotes the answer, and holds the amount. */
  hold(
    request?: Partial<PaidRequest>,
    executor?: X402Executor,
  ): Promise<Omit<SpendOrder, "payload"> & { payload: null }>;
  /** An order whose authorization is committed. */
  order(request?: Partial<PaidRequest>): Promise<SpendOrder>;
}

export async function testRail(chain: TestChain): Promise<TestRail> {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey);
  await chain.mint(account.address, 10_000_000n);
  const seller = await testSeller(testFacilitator(chain), requirementsOf(chain));
  const store = memoryStore();
  const create: TestRail["create"] = ({
    clock = systemClock,
    deploymentId = "d1",
    store: ownStore = store,
    ...changes
  } = {}) =>
    connectedExecutor(
      {
        account,
        rpcUrls: { [testNetwork]: [chain.rpcUrl] },
        networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
        ...changes,
      },
      { store: ownStore, outbound: seller.outbound, clock, deploymentId: async () => deploymentId },
    );
  const executor = create();
  const hold: TestRail["hold"] = async (changes, quoting = executor) => {
    const request = { url: `${seller.origin}/weather`, ...plainGet, ...changes };
    const answer = await ask(seller, request);
    const quoted = await quoting.quote(answer, request);
    if (quoted.kind !== "quoted") throw new Error(quoted.reason);
    return { ...testOrder(quoted.quote), payload: null };
  };
  const order: TestRail["order"] = async (changes) => {
    const held = await hold(changes);
    return { ...held, payload: (await executor.prepare?.(held)) ?? null };
  };
  return { privateKey, account, seller, store, executor, create, hold, order };
}

const plainGet = { method: "GET", contentType: null, body: null } as const;

/** Sends a request without a payment. */
export function ask(seller: TestSeller, { url, method, contentType, body }: PaidRequest) {
  return seller.outbound({
    url,
    method,
    headers: contentType === null ? {} : { "content-type": contentType },
    body,
    timeoutMs: 10_000,
    maximumBytes: 10_000,
    signal: new AbortController().signal,
  });
}
