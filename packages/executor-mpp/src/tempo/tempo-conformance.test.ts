import type { PaymentExecutor } from "@agent-treasury/provider";
import { paymentExecutorConformance } from "@agent-treasury/testing";
import { anvilBinary, payeeOf, startTempo, type TempoChain } from "evm-for-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { quoting } from "../stripe/stripe-rail.fixture.ts";
import { plainGet } from "../test-rail.fixture.ts";
import { ask, type TempoRail, tempoRail } from "./tempo-rail.fixture.ts";

describe.skipIf(anvilBinary === null)("Tempo on a local chain, with a server of mppx", () => {
  let chain: TempoChain;
  const rails = new Map<PaymentExecutor, TempoRail>();
  beforeAll(async () => {
    chain = await startTempo();
  });
  afterAll(() => chain.stop());

  const create = async (): Promise<PaymentExecutor> => {
    const rail = await tempoRail(chain);
    await chain.fund(rail.account.address, 90_000_000n);
    const executor = quoting(rail, rail.executor);
    rails.set(executor, rail);
    return executor;
  };
  const railOf = (executor: PaymentExecutor): TempoRail => {
    const rail = rails.get(executor);
    if (rail === undefined) throw new Error("The executor has no rail.");
    return rail;
  };

  paymentExecutorConformance(
    { describe, it, expect },
    {
      create,
      createFailing: async () => {
        const executor = await create();
        const { seller } = railOf(executor);
        const { behave } = seller;
        seller.behave = (request, honest) =>
          request.headers.authorization === undefined ? behave(request, honest) : null;
        return executor;
      },
      challenge: async (executor) => {
        const { seller } = railOf(executor);
        const request = { ...plainGet, url: `${seller.origin}/` };
        return { answer: await ask(seller, request.url), request };
      },
      countPayments: async (executor, proposalId) => {
        const { account } = railOf(executor);
        return (await chain.paymentsOf(account.address, payeeOf(proposalId))).length;
      },
    },
  );
});
