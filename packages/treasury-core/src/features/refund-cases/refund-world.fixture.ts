import {
  type PaidResource,
  type PaymentExecutor,
  type RefundFinding,
  type SpendOrder,
  type SpendOutcome,
} from "@agent-treasury/provider";
import { amountFromUsd } from "@agent-treasury/provider/helpers";
import type { TreasuryOptions } from "../../index.ts";
import { type AgentWorld, agentWorld } from "../external-agents/agent-world.fixture.ts";
import { bytesOf, sellerOrigin, testSeller } from "../paid-fetch/test-seller.fixture.ts";

export const minute = 60_000;
export const day = 86_400_000;

/** A seller that delivers what it wants to, and a rail that knows its payments and refunds. */
export interface RefundWorld extends AgentWorld {
  /** Replaces what the seller delivers next. Null for nothing. */
  delivers: PaidResource | null;
  /** Whether the seller recognises a payment that is presented again. */
  isRepeatable: boolean;
  /** What the rail knows of references. */
  readonly refunds: Map<string, RefundFinding>;
  /** The orders of `pay`, in order. */
  readonly paid: readonly SpendOrder[];
  /** Buys for 2 USD, and returns the proposal's id. */
  buy(workspaceId?: string): Promise<string>;
  /** Lets time pass, and recovers. */
  pass(milliseconds: number): Promise<void>;
}

export function answer(status: number, contentType: string, body = "Sunny"): PaidResource {
  return { status, contentType, body: bytesOf(body) };
}

function outcomeOf({ proposalId, amount }: SpendOrder): SpendOutcome & { kind: "executed" } {
  return {
    kind: "executed",
    captures: [{ id: `capture ${proposalId}`, amount }],
    reference: `payment ${proposalId}`,
  };
}

export function refundWorld(
  options: Partial<TreasuryOptions> = {},
  changes: Partial<PaymentExecutor> = {},
): RefundWorld {
  const seller = testSeller();
  seller.quote = async (quoted) =>
    quoted.kind === "quoted" ? { ...quoted, contentType: "text/plain" } : quoted;
  const paid: SpendOrder[] = [];
  const refunds = new Map<string, RefundFinding>();
  const executor: PaymentExecutor = {
    ...seller.executor,
    prepare: async () => ({ signature: "0x01" }),
    pay: async (order) => {
      paid.push(order);
      const { delivers } = world;
      return { ...outcomeOf(order), ...(delivers !== null && { resource: delivers }) };
    },
    find: async (order) => ({
      ...outcomeOf(order),
      ...(world.isRepeatable && { isRepeatable: true }),
    }),
    findRefund: async (_order, reference) =>
      refunds.get(reference) ?? { kind: "none", reason: "The chain has no such transfer." },
    disputableForMs: 110 * day,
    ...changes,
  };
  const base = agentWorld({
    executors: { executor },
    outbound: seller.outbound,
    paidFetch: { origins: [sellerOrigin] },
    ...options,
  });
  const world: RefundWorld = {
    ...base,
    delivers: answer(200, "text/plain"),
    isRepeatable: true,
    refunds,
    paid,
    buy: async (workspaceId = "acme") => {
      const url = `${sellerOrigin}/weather?${paid.length}`;
      const request = { workspaceId, url, purpose: `weather ${paid.length}` };
      const { proposal } = await base.treasury.fetchPaid(request);
      return proposal?.id ?? "";
    },
    pass: async (milliseconds) => {
      base.clock.advance(milliseconds);
      await base.treasury.recover();
    },
  };
  return world;
}

export function refunded(id: string, usd: number): RefundFinding {
  return { kind: "refunded", refund: { id, amount: amountFromUsd(usd, "usd") } };
}
