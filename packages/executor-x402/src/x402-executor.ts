import {
  type ExecutorContext,
  type PaidRequest,
  type PaymentExecutor,
  type QuoteAnswer,
  type SellerAnswer,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  TreasuryError,
} from "@agent-treasury/provider";
import { type PreparedAuthorization, readAuthorization } from "./authorization/authorization.ts";
import { prepareAuthorization } from "./authorization/prepare-authorization.ts";
import { type Connection, connect, networkOf } from "./connection.ts";
import { checkAuthorization } from "./payment/check-authorization.ts";
import { authorizedPayment, findPayment } from "./payment/find-payment.ts";
import { preflightPayment } from "./payment/preflight-payment.ts";
import { presentAuthorization } from "./payment/present-authorization.ts";
import { readBalances, readMovements } from "./payment/rail-account.ts";
import { storedAnswer } from "./payment/seller-answer.ts";
import { quotePayment } from "./quote/quote-payment.ts";
import { rail, readTerms } from "./quote/quote-terms.ts";
import type { X402Options } from "./x402-options.ts";

/** After this, nothing is signed for a hold, and an uncertain outcome needs review. */
const keyLifetimeMs = 600_000;
const pollMs = 500;
/** Facilitators refuse authorizations that end within 6 s. */
const minimumRemainingMs = 8_000;

/** Pays by x402 what a quote of `quote` pins. */
export interface X402Executor extends PaymentExecutor {
  /** @throws TreasuryError `invalid_request` if it is connected already. */
  connect(context: ExecutorContext): void;
  /** Pins the bounds of a payment from a seller's answer to an unpaid request. */
  quote(answer: SellerAnswer, request: PaidRequest): Promise<QuoteAnswer>;
}

/**
 * Creates an executor that pays sellers by x402: scheme `exact` with EIP-3009, from an account with a
 * plain key. Outcomes are read from the chain, never from a seller or facilitator.
 *
 * Methods reject with a `TreasuryError`: `payments_not_connected` for wrong settings,
 * `spend_executor_error` if no RPC endpoint answers or an order is not the executor's own.
 *
 * @example const executor = x402Executor({ account, rpcUrls });
 */
export function x402Executor(options: X402Options): X402Executor {
  const { account, timeoutSeconds = 20 } = options;
  const timeoutMs = timeoutSeconds * 1_000;
  let connection: Connection | undefined;
  const connected = (): Connection => (connection ??= connect(options));
  let context: ExecutorContext | undefined;
  const treasury = (): ExecutorContext => {
    if (context !== undefined) return context;
    throw new TreasuryError("spend_executor_error", "The executor is not part of a treasury.");
  };
  const now = (): number => treasury().clock.now();

  const look = async (
    order: SpendOrder,
    authorization: PreparedAuthorization,
  ): Promise<SpendFinding> => {
    const terms = readTerms(order.quote);
    const { endpoints, depth } = networkOf(connected(), terms.network);
    const payment = authorizedPayment(terms, authorization, order);
    const finding = await findPayment(payment, { endpoints, depth, now });
    if (finding.kind !== "executed") return finding;
    const resource = await storedAnswer(treasury().store, authorization.nonce);
    return resource === null ? finding : { ...finding, resource };
  };

  const pay = async (order: SpendOrder): Promise<SpendOutcome> => {
    const authorization = readAuthorization(order.payload);
    if (authorization === null) {
      throw new TreasuryError("spend_executor_error", "No authorization was committed.");
    }
    const { clock, deploymentId } = treasury();
    const terms = readTerms(order.quote);
    await checkAuthorization(order, terms, authorization, await deploymentId());
    const deadline = clock.monotonic() + timeoutMs;
    const isDelivered = await deliver(order, authorization);
    let outcome = toOutcome(await look(order, authorization));
    if (!isDelivered) return outcome;
    while (outcome.kind !== "executed" && clock.monotonic() < deadline) {
      await clock.sleep(pollMs, order.signal);
      outcome = toOutcome(await look(order, authorization));
    }
    return outcome;
  };

  /** Whether the seller delivered, now or in an earlier call. */
  const deliver = async (
    { quote, signal }: SpendOrder,
    authorization: PreparedAuthorization,
  ): Promise<boolean> => {
    const { outbound, store } = treasury();
    if ((await storedAnswer(store, authorization.nonce)) !== null) return true;
    if (Number(authorization.validBefore) * 1_000 < now() + minimumRemainingMs) return false;
    const deps = { outbound, store, timeoutMs, signal, now };
    // The chain decides, whatever happened to the answer.
    return presentAuthorization(readTerms(quote), authorization, deps).catch(() => false);
  };

  return {
    specificationVersion: "1",
    provider: rail,
    keyLifetimeMs,
    needsQuote: true,
    mode: () => connected().mode,
    connect: (given) => {
      // Its nonces would be those of another deployment.
      if (context !== undefined) {
        throw new TreasuryError("invalid_request", "An x402 executor is part of one treasury.");
      }
      context = given;
    },
    quote: async (answer, request) =>
      quotePayment(answer, request, { connection: connected(), store: treasury().store, now }),
    preflight: (order) => preflightPayment(order, account.address, connected()),
    prepare: async (order) => {
      networkOf(connected(), readTerms(order.quote).network);
      return prepareAuthorization(order, account, await treasury().deploymentId(), now());
    },
    pay,
    find: async (order) => {
      const authorization = readAuthorization(order.payload);
      if (authorization === null) return { kind: "not_sent" };
      const finding = await look(order, authorization);
      const isForeign = authorization.deploymentId !== (await treasury().deploymentId());
      return isForeign ? toOutcome(finding) : finding;
    },
    balances: async () => readBalances(account.address, connected()),
    movements: async (since) => readMovements(account.address, connected(), since),
  };
}

/** What may still be collected is in progress. */
function toOutcome(finding: SpendFinding): SpendOutcome {
  const isOpen = finding.kind === "repeatable" || finding.kind === "not_sent";
  return isOpen ? { kind: "in_progress", reference: null } : finding;
}
