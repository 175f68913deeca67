import type { PaymentExecutor } from "@agent-treasury/provider";
import { createTreasuryClient } from "@agent-treasury/sdk-client";
import { treasuryFetch } from "@agent-treasury/sdk-client/paid-fetch";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { anvilBinary, startChain, type TestChain, testNetwork } from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mppExecutor } from "../../packages/executor-mpp/src/mpp-executor.ts";
import { type TestRail, testRail } from "../../packages/executor-mpp/src/test-rail.fixture.ts";
import { x402Executor } from "../../packages/executor-x402/src/x402-executor.ts";

const baseUrl = "http://localhost:3000";

describe.skipIf(anvilBinary === null)("a seller that is paid by MPP or x402", () => {
  let chain: TestChain;
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  function open({ account, seller }: TestRail, rails: readonly ("mpp" | "x402")[]): Treasury {
    const options = {
      account,
      rpcUrls: { [testNetwork]: [chain.rpcUrl] },
      networks: { [testNetwork]: { mode: "test", tokens: [chain.token], depth: 1 } },
    } as const;
    const create: Record<"mpp" | "x402", () => PaymentExecutor> = {
      mpp: () => mppExecutor(options),
      x402: () => x402Executor(options),
    };
    return createTreasury({
      autoApprovePayees: "any",
      baseUrl,
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
      recoverySeconds: false,
      executors: rails.map((rail) => ({ executor: create[rail]() })),
      outbound: seller.outbound,
      paidFetch: { origins: [seller.origin], maximumUsd: 1 },
    });
  }

  it.each([
    ["mpp", ["mpp", "x402"]],
    ["x402", ["x402", "mpp"]],
  ] as const)("is paid once by %s, which is connected first", async (first, rails) => {
    const rail = await testRail(chain);
    const treasury = open(rail, rails);
    await buyTwice(treasury, `${rail.seller.origin}/weather`);
    const { proposals, expenseUsd } = await treasury.state();
    expect(proposals.map(({ quote, status }) => [quote?.rail, status])).toEqual([
      [first, "executed"],
    ]);
    expect(expenseUsd).toBe(0.5);
    expect(await chain.paymentsOf(rail.account.address)).toMatchObject([{ value: 500_000n }]);
    await treasury.close();
  });

  it("is paid by MPP if it asks for nothing else", async () => {
    const rail = await testRail(chain);
    const { behave } = rail.seller;
    rail.seller.behave = async (request, honest) => {
      const answer = await behave(request, honest);
      const { "payment-required": _, ...headers } = answer?.headers ?? {};
      return answer && { ...answer, headers };
    };
    const treasury = open(rail, ["x402", "mpp"]);
    await buyTwice(treasury, `${rail.seller.origin}/weather`);
    const [proposal] = (await treasury.state()).proposals;
    expect(proposal?.quote?.rail).toBe("mpp");
    expect(await chain.paymentsOf(rail.account.address)).toHaveLength(1);
    const { rails } = await treasury.reconcileRails({});
    expect(rails.map(({ rail: name, findings }) => [name, findings])).toEqual([
      ["x402", []],
      ["mpp", []],
    ]);
    await treasury.close();
  });
});

async function buyTwice(treasury: Treasury, url: string): Promise<void> {
  const client = createTreasuryClient({
    baseUrl,
    fetch: (input, init) => treasury.handler(new Request(input, init)),
  });
  const fetch = treasuryFetch(client, { purpose: "the weather", maximumUsd: 1 });
  for (let call = 0; call < 2; call += 1) {
    const answer = await fetch(url, { headers: { "idempotency-key": "a" } });
    expect([answer.status, await answer.text()]).toEqual([200, "Sunny"]);
  }
}
