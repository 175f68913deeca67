import {
  type Clock,
  type OutboundFetch,
  type OutboundResponse,
  type QuoteAnswer,
  type SpendOrder,
  systemClock,
} from "@agent-treasury/provider";
import {
  memoryStore,
  type TempoChain,
  tempoNetwork,
  type TempoSale,
  tempoSale,
  testOrder,
  type TestSeller,
  testSeller,
} from "evm-for-tests";
import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from "viem/accounts";
import { plainGet } from "../test-rail.fixture.ts";
import { mppTempoExecutor, type MppTempoOptions } from "./mpp-tempo-executor.ts";

/** A buyer with ten dollars, and a server of `mppx`, on a local chain of Tempo. */
export interface TempoRail {
  readonly account: LocalAccount;
  readonly seller: TestSeller;
  readonly store: ReturnType<typeof memoryStore>;
  readonly executor: Executor;
  /** Another process of the deployment. */
  create(changes?: CreateChanges): Executor;
  quote(path?: string): Promise<QuoteAnswer>;
  /** Quotes a price, and holds it. */
  hold(path?: string): Promise<SpendOrder>;
  /** An order whose transaction is committed. */
  order(): Promise<SpendOrder>;
  sale: TempoSale;
}

interface CreateChanges extends Partial<MppTempoOptions> {
  readonly clock?: Clock;
  readonly deploymentId?: string;
  readonly outbound?: OutboundFetch;
}

type Executor = ReturnType<typeof mppTempoExecutor>;

export async function tempoRail(chain: TempoChain): Promise<TempoRail> {
  const account = privateKeyToAccount(generatePrivateKey());
  await chain.fund(account.address, 10_000_000n);
  const seller = await testSeller(undefined as never, undefined as never);
  const sale = tempoSale(chain);
  seller.behave = (request) => sale(seller.origin, request);
  const store = memoryStore();
  const create: TempoRail["create"] = ({
    clock = systemClock,
    deploymentId = "d1",
    outbound = seller.outbound,
    ...rest
  } = {}) => {
    const executor = mppTempoExecutor({
      account,
      rpcUrls: { [tempoNetwork]: [chain.rpcUrl] },
      ...rest,
    });
    executor.connect?.({ deploymentId: async () => deploymentId, store, outbound, clock });
    return executor;
  };
  const executor = create();
  const quote: TempoRail["quote"] = async (path = "/weather") => {
    const request = { ...plainGet, url: `${seller.origin}${path}` };
    return executor.quote(await ask(seller, request.url), request);
  };
  const hold: TempoRail["hold"] = async (path) => {
    const quoted = await quote(path);
    if (quoted.kind !== "quoted") throw new Error(quoted.reason);
    return testOrder(quoted.quote);
  };
  return {
    account,
    seller,
    store,
    executor,
    create,
    quote,
    hold,
    sale,
    order: async () => {
      const held = await hold();
      return { ...held, payload: (await executor.prepare?.(held)) ?? null };
    },
  };
}

/** Sends a request without a payment. */
export function ask({ outbound }: TestSeller, url: string): Promise<OutboundResponse> {
  const { signal } = new AbortController();
  const limits = { timeoutMs: 10_000, maximumBytes: 10_000, signal };
  return outbound({ url, method: "GET", headers: {}, body: null, ...limits });
}
