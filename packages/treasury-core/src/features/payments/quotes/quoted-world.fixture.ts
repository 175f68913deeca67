import type { Proposal } from "@agent-treasury/contract";
import {
  type PaymentExecutor,
  type PaymentQuote,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
} from "@agent-treasury/provider";
import {
  ada,
  type TestTreasury,
  type TestTreasuryOptions,
  testTreasury,
} from "../../../create/test-treasury.fixture.ts";
import { builtInAgentId } from "../../../kernel/ledger/agent-ids.ts";
import { dollars, testClock } from "../../../kernel/ledger/test-ledger.fixture.ts";
import { decide, type PersonsDecision } from "../../../kernel/spends/decide.ts";
import { propose, type ProposalRequest } from "../../../kernel/spends/propose.ts";

const timeoutMs = 1_000;
export const seller = "https://api.example.com";
const week = 7 * 86_400_000;

export interface RecordingExecutor extends PaymentExecutor {
  /** The orders of `pay`, in order. */
  readonly paid: SpendOrder[];
}

/** Pays at once, and remembers what it was asked to pay. */
export function recordingExecutor(
  provider: string,
  changes: Partial<PaymentExecutor> = {},
): RecordingExecutor {
  const paid: SpendOrder[] = [];
  const outcomeOf = ({ proposalId, amount }: SpendOrder): SpendOutcome => ({
    kind: "executed",
    captures: [{ id: `${provider} ${proposalId}`, amount }],
    reference: `${provider}-1`,
  });
  return {
    specificationVersion: "1",
    provider,
    keyLifetimeMs: week,
    mode: () => "sandbox",
    pay: async (order) => {
      paid.push(order);
      return outcomeOf(order);
    },
    find: async (order): Promise<SpendFinding> =>
      paid.some(({ proposalId }) => proposalId === order.proposalId)
        ? outcomeOf(order)
        : { kind: "not_sent" },
    ...changes,
    paid,
  };
}

/** Pays only quotes, as x402 does. */
export function quotedExecutor(changes: Partial<PaymentExecutor> = {}): RecordingExecutor {
  return recordingExecutor("chain", { needsQuote: true, ...changes });
}

/** A price of 12 USD that is valid for an hour of the test clock. */
export function aQuote(now: number, changes: Partial<PaymentQuote> = {}): PaymentQuote {
  return {
    rail: "chain",
    payee: seller,
    description: "Weather of a city",
    maximum: dollars(12),
    isFixed: true,
    expiresAt: now + 3_600_000,
    // In an order that a storage may change.
    terms: { payTo: "0x52908400098527886E0F7030069857D2E4169EE7", asset: "usdc" },
    ...changes,
  };
}

export interface QuotedWorld extends TestTreasury {
  /** Proposes the payment of a quote, by default of 12 USD, which needs approval. */
  buy(quote?: Partial<PaymentQuote>, request?: Partial<ProposalRequest>): Promise<Proposal>;
  /** Proposes a spend of 12 USD without a quote. */
  spend(): Promise<Proposal>;
  decide(proposalId: string, decision?: Partial<PersonsDecision>): Promise<Proposal>;
}

export function quotedWorld(
  executors: readonly PaymentExecutor[],
  options: TestTreasuryOptions = {},
): QuotedWorld {
  const treasury = testTreasury({
    startingCapital: dollars(500),
    payment: null,
    // No call times out.
    clock: { ...testClock(), sleep: () => new Promise(() => {}) },
    executors: executors.map((executor) => ({ executor, timeoutMs })),
    ...options,
  });
  const { engine, clock } = treasury;
  const request = () => ({
    id: engine.identifiers.random(),
    agentId: builtInAgentId,
    amount: dollars(12),
    vendor: "the agent's name of it",
    purpose: "the weather",
    category: null,
  });
  return {
    ...treasury,
    buy: async (quoted = {}, changes = {}) => {
      const quote = aQuote(clock.now(), quoted);
      const { maximum: amount } = quote;
      const asked = { ...request(), amount, quote, ...changes };
      return (await propose(engine, "acme", asked)).proposal;
    },
    spend: async () => (await propose(engine, "acme", request())).proposal,
    decide: (proposalId, decision = {}) =>
      decide(engine, "acme", {
        proposalId,
        decision: "approve",
        operator: ada,
        comment: null,
        ...decision,
      }),
  };
}
