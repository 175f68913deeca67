import type { Proposal } from "@agent-treasury/contract";
import { type Storage, systemClock } from "@agent-treasury/provider";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import {
  mppSale,
  type TestChain,
  testFacilitator,
  testGasAccount,
  testNetwork,
} from "evm-for-tests";
import { mppExecutor } from "../../packages/executor-mpp/src/mpp-executor.ts";
import {
  type PreparedAuthorization,
  readAuthorization,
} from "../../packages/executor-x402/src/authorization/authorization.ts";
import { reviewAfterMs } from "../../packages/executor-x402/src/payment/review-payment.ts";
import {
  ask,
  type TestRail,
  testRail,
} from "../../packages/executor-x402/src/test-rail.fixture.ts";
import { type X402Executor, x402Executor } from "../../packages/executor-x402/src/x402-executor.ts";
import {
  ada,
  type TestTreasury,
  testTreasury,
} from "../../packages/treasury-core/src/create/test-treasury.fixture.ts";
import { executorContext } from "../../packages/treasury-core/src/features/payments/executor-context.ts";
import {
  payloadFrom,
  payloadKey,
} from "../../packages/treasury-core/src/features/payments/payouts/payload-doc.ts";
import {
  dollars,
  type TestClock,
  testClock,
} from "../../packages/treasury-core/src/kernel/ledger/test-ledger.fixture.ts";
import { decide } from "../../packages/treasury-core/src/kernel/spends/decide.ts";
import { propose } from "../../packages/treasury-core/src/kernel/spends/propose.ts";

/** A chain, an account and a seller, whose time moves with that of the processes. */
export interface X402World {
  readonly chain: TestChain;
  readonly rail: TestRail;
  readonly clock: TestClock;
  /** Starts a process with 100 USD, on a storage or a new one. */
  start(storage?: Storage): X402Process;
  /** Moves all clocks, and mines until the new time is finalized. */
  pass(seconds: number): Promise<void>;
  /** Payments from the account, by the token's own records. */
  payments(): Promise<number>;
}

/** One process of a treasury whose only executor is x402, or MPP. */
export interface X402Process extends Pick<TestTreasury, "state" | "verify" | "run" | "engine"> {
  readonly executor: X402Executor;
  /** Proposes the seller's price of 20 USD, which a person has to approve. Returns its id. */
  buy(): Promise<string>;
  pay(proposalId: string): Promise<Proposal>;
  recover(): Promise<void>;
  /** The authorization that was committed with a hold. */
  authorizationOf(proposalId: string): Promise<PreparedAuthorization>;
}

type Rails = "x402" | "mpp";

export async function x402World(chain: TestChain, rails: Rails = "x402"): Promise<X402World> {
  const rail = await testRail(chain);
  await chain.mint(rail.account.address, 90_000_000n);
  rail.seller.requirements = { ...rail.seller.requirements, amount: "20000000" };
  if (rails === "mpp") {
    const offer = { amount: "20", validitySeconds: 3_600 };
    const sale = mppSale(chain, testFacilitator(chain), offer);
    rail.seller.behave = (request) => sale(rail.seller.origin, request);
  }
  // Earlier tests moved the chain's time forward.
  const { monotonic, sleep } = systemClock;
  const clock = { ...testClock((await chain.latest()).timeMs), monotonic, sleep };
  return {
    chain,
    rail,
    clock,
    start: (storage = memoryStorage({ now: clock.now })) =>
      processOf({ ...rail, rails }, chain, clock, storage),
    pass: async (seconds) => {
      clock.advance(seconds * 1_000);
      await chain.increaseTime(seconds);
      await chain.mine(4);
    },
    payments: async () => {
      const payments = await chain.paymentsOf(rail.account.address);
      // The cancellation of a permit transfers nothing.
      return payments.filter(({ value }) => value !== undefined).length;
    },
  };
}

function processOf(
  { account, seller, rails }: TestRail & { readonly rails: Rails },
  { rpcUrl, token }: TestChain,
  clock: TestClock,
  storage: Storage,
): X402Process {
  // Two endpoints, so that an expiry is proved at once.
  const rpcUrls = { [testNetwork]: [rpcUrl, `${rpcUrl}/`] };
  const networks = { [testNetwork]: { mode: "test", tokens: [token], depth: 1 } } as const;
  const executor = { x402: x402Executor, mpp: mppExecutor }[rails]({
    account,
    gasAccount: testGasAccount,
    rpcUrls,
    networks,
    timeoutSeconds: 1,
  });
  const { engine, ...treasury } = testTreasury({
    storage,
    clock,
    startingCapital: dollars(100),
    payment: null,
    executors: [{ executor, timeoutMs: 10_000 }],
    policy: { reviews: new Map([[executor.provider, reviewAfterMs]]) },
  });
  executor.connect(executorContext(engine, executor.provider, seller.outbound));
  return {
    ...treasury,
    engine,
    executor,
    buy: async () => {
      const url = `${seller.origin}/report`;
      const request = { url, method: "GET", contentType: null, body: null } as const;
      const quoted = await executor.quote(await ask(seller, request), request);
      if (quoted.kind !== "quoted") throw new Error(quoted.reason);
      const { quote } = quoted;
      const texts = { vendor: "the seller", purpose: "a report", category: null };
      const spend = { id: engine.identifiers.random(), agentId: "agent", amount: quote.maximum };
      return (await propose(engine, "acme", { ...spend, ...texts, quote })).proposal.id;
    },
    pay: (proposalId) =>
      decide(engine, "acme", { proposalId, decision: "approve", operator: ada, comment: null }),
    recover: async () => void (await engine.external?.recover()),
    authorizationOf: async (proposalId) => {
      const keys = [payloadKey(proposalId)];
      const [snapshot] = await storage.load([{ workspaceId: "acme", keys }]);
      const authorization = readAuthorization(payloadFrom(snapshot?.found[0]));
      if (authorization === null) throw new Error("Nothing was prepared.");
      return authorization;
    },
  };
}
