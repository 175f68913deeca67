import type { PaymentExecutor, SpendOrder } from "@agent-treasury/provider";
import { paymentExecutorConformance } from "@agent-treasury/testing";
import { describe, expect, it } from "vitest";
import { readAuthorization } from "./sandbox-authorization.ts";
import { type ConnectedRail, connectedRail } from "./sandbox-rail.fixture.ts";

/** Ids of the transfers that were prepared, by proposal. */
const prepared = new Map<string, string>();

paymentExecutorConformance(
  { describe, it, expect },
  {
    create: () => quoting(connectedRail()),
    createFailing: () =>
      quoting(
        connectedRail({}, async (request, honest) => {
          if (request.headers.has("payment-signature")) throw new Error("The connection broke.");
          return honest();
        }),
      ),
    countPayments: async (executor, proposalId) => {
      const movements = (await executor.movements?.(0)) ?? [];
      return movements.filter(({ id }) => id.endsWith(`:${prepared.get(proposalId)}`)).length;
    },
  },
);

/** The executor, with a quote for each order that comes without. */
function quoting(rail: ConnectedRail): PaymentExecutor {
  const { executor } = rail;
  const quotes = new Map<string, ReturnType<ConnectedRail["quote"]>>();
  const quoted = async <Order extends Omit<SpendOrder, "payload">>(order: Order) => {
    const quote = quotes.get(order.proposalId) ?? rail.quote();
    quotes.set(order.proposalId, quote);
    return { ...order, quote: await quote, amount: (await quote).maximum };
  };
  return {
    ...executor,
    prepare: async (order) => {
      const payload = (await executor.prepare?.(await quoted(order))) ?? {};
      const nonce = readAuthorization(payload)?.authorization.nonce;
      if (nonce !== undefined) prepared.set(order.proposalId, nonce);
      return payload;
    },
    pay: async (order) => executor.pay(await quoted(order)),
    find: async (order) => executor.find(await quoted(order)),
  };
}
