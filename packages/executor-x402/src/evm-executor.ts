import {
  type ExecutorContext,
  type PaidRequest,
  type PaymentExecutor,
  type QuoteAnswer,
  type SellerAnswer,
  type SpendOrder,
  TreasuryError,
} from "@agent-treasury/provider";
import type { Address, Hex, LocalAccount } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { readAuthorization } from "./authorization/authorization.ts";
import { prepareAuthorization } from "./authorization/prepare-authorization.ts";
import { findRefund } from "./chain/find-refund.ts";
import { type Connection, connect, networkOf } from "./connection.ts";
import { claimNonce, type PaymentProtocol } from "./payment-protocol.ts";
import { cancelOrder } from "./payment/cancel-order.ts";
import { toOutcome } from "./payment/deliver.ts";
import { findOrder, type PayDeps, paymentOf, payOrder } from "./payment/pay-order.ts";
import { preflightPayment } from "./payment/preflight-payment.ts";
import { readBalances, readMovements } from "./payment/rail-account.ts";
import { reviewAfterMs, reviewPayment } from "./payment/review-payment.ts";
import { quotePayment } from "./quote/quote-payment.ts";
import { readTerms } from "./quote/quote-terms.ts";
import { railContext } from "./rail-context.ts";
import type { X402Options } from "./x402-options.ts";

/** After this, nothing is signed for a hold, and an uncertain outcome needs review. */
const keyLifetimeMs = 600_000;

/** Pays what a quote of `quote` pins. */
export interface EvmExecutor extends PaymentExecutor {
  /** The account that pays. */
  readonly address: Address;
  /** @throws TreasuryError `invalid_request` if it is connected already. */
  connect(context: ExecutorContext): void;
  /** Pins the bounds of a payment from a seller's answer to an unpaid request. */
  quote(answer: SellerAnswer, request: PaidRequest): Promise<QuoteAnswer>;
}

/** Creates an executor that pays by authorizations, as sellers of a protocol ask for them. */
export function evmExecutor(options: X402Options, protocol: PaymentProtocol): EvmExecutor {
  const { timeoutSeconds = 20 } = options;
  const { rail } = protocol;
  const account = accountOf(options.account);
  const gasAccount = options.gasAccount === undefined ? null : accountOf(options.gasAccount);
  const timeoutMs = timeoutSeconds * 1_000;
  let connection: Connection | undefined;
  const connected = (): Connection => (connection ??= connect(options));
  const { connect: connectTo, treasury } = railContext(rail);
  const now = (): number => treasury().clock.now();
  const deps = (): PayDeps => ({ ...treasury(), protocol, connection: connected(), timeoutMs });

  return {
    specificationVersion: "1",
    provider: rail,
    address: account.address,
    keyLifetimeMs,
    needsQuote: true,
    mode: () => connected().mode,
    connect: connectTo,
    quote: async (answer, request) =>
      quotePayment(answer, request, {
        ...deps(),
        now,
        account: account.address,
      }),
    preflight: async (order) =>
      preflightPayment(order, account.address, connected(), await treasury().deploymentId()),
    prepare: async (order) => {
      const { store, deploymentId } = treasury();
      networkOf(connected(), readTerms(order.quote).network);
      const prepare = { protocol, deploymentId: await deploymentId(), nowMs: now() };
      const authorization = await prepareAuthorization(order, account, prepare);
      const isOwn =
        protocol.nonceOf === undefined || (await claimNonce(store, authorization.nonce, order));
      if (isOwn) return authorization;
      throw new TreasuryError(
        "spend_executor_error",
        "Another payment has the seller's challenge.",
      );
    },
    pay: async (order) => payOrder(order, deps()),
    reviewAfterMs,
    review: async (order, outcome, captureIds) => {
      const authorization = readAuthorization(order.payload);
      if (authorization === null) return { kind: "final" };
      const { payment, access } = paymentOf(order, authorization, deps());
      return reviewPayment(payment, outcome, access, captureIds);
    },
    find: async (order) => {
      const authorization = readAuthorization(order.payload);
      if (authorization === null) return { kind: "not_sent" };
      const finding = await findOrder(order, authorization, deps());
      const isForeign = authorization.deploymentId !== (await treasury().deploymentId());
      return isForeign ? toOutcome(finding) : finding;
    },
    ...(gasAccount !== null && {
      cancel: async (order: SpendOrder) => cancelOrder(order, { ...deps(), account, gasAccount }),
    }),
    findRefund: async (order, reference) => {
      const terms = readTerms(order.quote);
      const { endpoints } = networkOf(connected(), terms.network);
      const paidAfter = Math.floor(order.heldAt / 1_000);
      return findRefund({ terms, account: account.address, paidAfter, reference }, endpoints);
    },
    balances: async () => readBalances(account.address, connected()),
    movements: async (since) => readMovements(account.address, connected(), since),
  };
}

function accountOf(given: LocalAccount | Hex): LocalAccount {
  return typeof given === "string" ? privateKeyToAccount(given) : given;
}
