import { Micros, type PaymentExecutor, type SpendOrder } from "@agent-treasury/provider";
import { paymentExecutorConformance } from "@agent-treasury/testing";
import { anvilBinary, type TestChain, startChain, testGasAccount } from "evm-for-tests";
import { type Address, getAddress, keccak256, slice, toBytes } from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestRail, ask, testRail } from "./test-rail.fixture.ts";

describe.skipIf(anvilBinary === null)("x402 on a chain, with a facilitator of @x402/evm", () => {
  let chain: TestChain;
  const rails = new Map<PaymentExecutor, TestRail>();
  beforeAll(async () => {
    chain = await startChain();
  });
  afterAll(() => chain.stop());

  async function create(): Promise<PaymentExecutor> {
    const rail = await testRail(chain);
    rail.seller.requirements = { ...rail.seller.requirements, amount: "5000000" };
    await chain.mint(rail.account.address, 90_000_000n);
    const canceling = rail.create({ gasAccount: testGasAccount });
    const executor = quoting({ ...rail, executor: canceling });
    rails.set(executor, rail);
    return executor;
  }

  paymentExecutorConformance(
    { describe, it, expect },
    {
      create,
      createFailing: async () => {
        const executor = await create();
        const seller = rails.get(executor)?.seller;
        if (seller === undefined) throw new Error("There is no seller.");
        seller.behave = ({ headers }, honest) =>
          headers["payment-signature"] === undefined ? honest() : null;
        return executor;
      },
      challenge: async (executor) => {
        const seller = rails.get(executor)?.seller;
        if (seller === undefined) throw new Error("There is no seller.");
        const request = { ...unpaid, url: `${seller.origin}/` };
        return { answer: await ask(seller, request), request };
      },
      countPayments: async (executor, proposalId) => {
        const account = rails.get(executor)?.account.address;
        if (account === undefined) return 0;
        const payments = await chain.paymentsOf(account);
        return payments.filter(({ to }) => to === payeeOf(proposalId)).length;
      },
    },
  );
});

const unpaid = { method: "GET", contentType: null, body: null } as const;

/** The executor, with a quote and a payload of its own for each order that comes without. */
function quoting({ executor, seller }: TestRail): PaymentExecutor {
  const payloads = new Map<string, SpendOrder["payload"]>();
  const quoted = async <Order extends Omit<SpendOrder, "payload">>(order: Order) => {
    const url = `${seller.origin}/?payTo=${payeeOf(order.proposalId)}`;
    const request = { ...unpaid, url };
    const answer = await executor.quote(await ask(seller, request), request);
    if (answer.kind !== "quoted") throw new Error(answer.reason);
    // The same quote for each order of a proposal.
    const expiresAt = order.heldAt + 3_600_000;
    return { ...order, amount: Micros.of(5_000_000n), quote: { ...answer.quote, expiresAt } };
  };
  const payloadOf = (order: SpendOrder) => order.payload ?? payloads.get(order.proposalId) ?? null;
  const prepare = async (order: Omit<SpendOrder, "payload">) =>
    (await executor.prepare?.(await quoted(order))) ?? {};
  return {
    ...executor,
    needsQuote: false,
    prepare,
    pay: async (order) => {
      const payload = payloadOf(order) ?? (await prepare(order));
      payloads.set(order.proposalId, payload);
      return executor.pay({ ...(await quoted(order)), payload });
    },
    cancel: async (order) =>
      executor.cancel?.({ ...(await quoted(order)), payload: payloadOf(order) }),
    find: async (order) => executor.find({ ...(await quoted(order)), payload: payloadOf(order) }),
  };
}

/** A payee for each proposal, so that its payments can be counted on the chain. */
function payeeOf(proposalId: string): Address {
  return getAddress(slice(keccak256(toBytes(proposalId)), 12));
}
