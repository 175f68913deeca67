import {
  type ExecutorContext,
  Micros,
  type PaymentExecutor,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  TreasuryError,
} from "@agent-treasury/provider";
import {
  type SandboxAuthorization,
  authorize,
  expiryOf,
  isSigned,
  readAuthorization,
} from "./sandbox-authorization.ts";
import { type SandboxChain, movementIdOf } from "./sandbox-chain.ts";
import { delivered, requestDelivery } from "./sandbox-delivery.ts";
import { sandboxAccounts, sandboxAsset, sandboxNetwork } from "./sandbox-network.ts";
import { storeSpend } from "./sandbox-purchases.ts";
import { quoteSandboxPayment } from "./sandbox-quote.ts";
import { readSandboxTerms, sandboxProvider } from "./sandbox-terms.ts";
import type { SandboxTransfer } from "./sandbox-transfer.ts";

const keyLifetimeMs = 600_000;
/** Too late for an answer of the seller. */
const minimumRemainingMs = 10_000;

export interface SandboxExecutorDeps {
  readonly chain: SandboxChain;
  readonly secret: () => Promise<string>;
  /** What `connect` received. */
  readonly context: () => ExecutorContext;
  connect(context: ExecutorContext): void;
  /** Whether the chain reports a transfer yet. */
  readonly isReported: (transfer: SandboxTransfer) => boolean;
  readonly now: () => number;
}

/** Pays quotes on the sandbox's chain with test money. */
export function sandboxExecutor(deps: SandboxExecutorDeps): PaymentExecutor {
  const { chain, secret, context, now } = deps;
  return {
    specificationVersion: "1",
    provider: sandboxProvider,
    keyLifetimeMs,
    needsQuote: true,
    mode: () => "sandbox",
    connect: deps.connect,
    quote: (answer, request) => quoteSandboxPayment(answer, request, context().store, now()),
    preflight: async ({ quote, amount }) => {
      if (quote === null) return { kind: "unsupported", reason: "The spend has no quote." };
      const balance = await chain.balanceOf(sandboxAccounts.treasury);
      if (balance >= amount) return { kind: "ready" };
      const reason = `The sandbox's account has $${Micros.format(balance)} of test money, and the price is $${Micros.format(amount)}.`;
      return { kind: "insufficient_funds", reason };
    },
    prepare: async (order) => ({
      ...(await authorize(order, await context().deploymentId(), await secret())),
    }),
    pay: (order) => pay(order, deps),
    find: async ({ payload }) => {
      const authorization = readAuthorization(payload);
      return authorization === null ? { kind: "not_sent" } : look(authorization, deps);
    },
    balances: async () => [
      {
        asset: `${sandboxAsset} on ${sandboxNetwork}`,
        amount: await chain.balanceOf(sandboxAccounts.treasury),
      },
    ],
    movements: async (since) =>
      (await chain.list())
        .filter(({ from, at }) => from === sandboxAccounts.treasury && at >= since)
        .map((transfer) => ({
          id: movementIdOf(transfer),
          amount: Micros.of(transfer.amount),
          at: transfer.at,
          description: `Test money to ${transfer.to}`,
        })),
  };
}

async function pay(order: SpendOrder, deps: SandboxExecutorDeps): Promise<SpendOutcome> {
  const payload = readAuthorization(order.payload);
  const terms = readSandboxTerms(order.quote);
  const isOurs =
    payload?.authorization.to === terms.payTo &&
    payload.authorization.value === order.amount.toString() &&
    (await isSigned(payload, await deps.secret()));
  if (!isOurs) {
    throw new TreasuryError("spend_executor_error", "The authorization is another payment's.");
  }
  const { now } = deps;
  const { outbound, store } = deps.context();
  const isDelivered = (await delivered(payload, store)) !== null;
  if (!isDelivered && expiryOf(payload) >= now() + minimumRemainingMs) {
    const { signal } = order;
    await storeSpend(payload.authorization.nonce, order, store);
    // The chain decides, whatever happened to the answer.
    await requestDelivery(terms, payload, { outbound, store, signal, now }).catch(() => undefined);
  }
  return toOutcome(await look(payload, deps));
}

async function look(
  payload: SandboxAuthorization,
  { chain, context, isReported, now }: SandboxExecutorDeps,
): Promise<SpendFinding> {
  // Before the look, because a transfer may be made until then.
  const isOver = expiryOf(payload) <= now();
  const transfer = await chain.find(payload.authorization.nonce);
  if (transfer === null) return isOver ? expired : { kind: "repeatable" };
  if (!isReported(transfer)) return notReported;
  const resource = await delivered(payload, context().store);
  const reference = movementIdOf(transfer);
  return {
    kind: "executed",
    captures: [{ id: reference, amount: Micros.of(transfer.amount) }],
    reference,
    ...(resource !== null && { resource }),
  };
}

const expired: SpendOutcome = {
  kind: "declined",
  reason: "The seller did not collect the payment in time.",
};

const notReported: SpendOutcome = {
  kind: "unknown",
  reason: "The sandbox's chain does not report this payment yet.",
};

/** What may still be collected is in progress. */
function toOutcome(finding: SpendFinding): SpendOutcome {
  const isOpen = finding.kind === "repeatable" || finding.kind === "not_sent";
  return isOpen ? { kind: "in_progress", reference: null } : finding;
}
