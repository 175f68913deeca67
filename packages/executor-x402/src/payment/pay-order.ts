import {
  type ExecutorContext,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  TreasuryError,
} from "@agent-treasury/provider";
import { type PreparedAuthorization, readAuthorization } from "../authorization/authorization.ts";
import type { AuthorizedPayment } from "../chain/authorized-payment.ts";
import { type Connection, networkOf } from "../connection.ts";
import type { PaymentProtocol } from "../payment-protocol.ts";
import { readEcho } from "../quote/challenge-echo.ts";
import { readTerms } from "../quote/quote-terms.ts";
import { checkAuthorization } from "./check-authorization.ts";
import { awaitOutcome, deliver, isPresentable } from "./deliver.ts";
import { authorizedPayment, type ChainAccess, findPayment } from "./find-payment.ts";
import {
  type Presented,
  presentAuthorization,
  type SignaturesIn,
} from "./present-authorization.ts";
import { storedAnswer } from "./seller-answer.ts";

export interface PayDeps extends ExecutorContext {
  readonly protocol: PaymentProtocol;
  readonly connection: Connection;
  readonly timeoutMs: number;
}

/** Presents the authorization of an order, and waits until its payment counts. */
export async function payOrder(order: SpendOrder, deps: PayDeps): Promise<SpendOutcome> {
  const authorization = readAuthorization(order.payload);
  if (authorization === null) {
    throw new TreasuryError("spend_executor_error", "No authorization was committed.");
  }
  const { clock, timeoutMs } = deps;
  await checkAuthorization(order, readTerms(order.quote), authorization, deps);
  const deadline = clock.monotonic() + timeoutMs;
  const delivery = await deliver(order, {
    ...deps,
    answerId: authorization.nonce,
    deadline,
    endsAt: endOf(authorization),
    present: () => present(order, authorization, deadline, deps),
  });
  const find = () => findOrder(order, authorization, deps);
  const outcome = await awaitOutcome(delivery, order, { clock, deadline }, find);
  if (delivery === "failed" && outcome.kind === "executed" && outcome.isRepeatable === true) {
    // Recovery presents it again, because the seller may deliver until the authorization ends.
    return { kind: "in_progress", reference: outcome.reference };
  }
  return outcome;
}

/** Returns the outcome of an order by the chain, with the stored answer of its seller. */
export async function findOrder(
  order: SpendOrder,
  authorization: PreparedAuthorization,
  deps: PayDeps,
): Promise<SpendFinding> {
  const { payment, access } = paymentOf(order, authorization, deps);
  const finding = await findPayment(payment, access);
  if (finding.kind !== "executed") return finding;
  const resource = await storedAnswer(deps.store, authorization.nonce);
  if (resource !== null) return { ...finding, resource };
  const isLost =
    readTerms(order.quote).paymentIdentifier !== null &&
    isPresentable(endOf(authorization), deps.clock);
  return isLost ? { ...finding, isRepeatable: true } : finding;
}

function endOf({ validBefore }: PreparedAuthorization): number {
  return Number(validBefore) * 1_000;
}

export function paymentOf(
  order: SpendOrder,
  authorization: PreparedAuthorization,
  { connection, clock }: PayDeps,
): { readonly payment: AuthorizedPayment; readonly access: ChainAccess } {
  const terms = readTerms(order.quote);
  const { endpoints, depth } = networkOf(connection, terms.network);
  const payment = authorizedPayment(terms, authorization, order);
  return { payment, access: { endpoints, depth, now: () => clock.now() } };
}

/** The chain decides, whatever happened to the answer. */
async function present(
  { quote, heldAt, signal }: SpendOrder,
  authorization: PreparedAuthorization,
  deadline: number,
  { protocol, clock, outbound, store }: PayDeps,
): Promise<Presented> {
  const terms = readTerms(quote);
  const echo = await readEcho(store, quote);
  const headers = protocol.headersOf(terms, authorization, echo);
  const payment = { from: authorization.from, heldAt };
  const signaturesIn: SignaturesIn = async (answered) =>
    (await protocol.signaturesOf?.(answered, terms, payment, echo)) ?? null;
  const timeoutMs = Math.max(Math.ceil(deadline - clock.monotonic()), 1);
  const deps = {
    outbound,
    store,
    headers,
    signaturesIn,
    timeoutMs,
    signal,
    now: () => clock.now(),
  };
  return presentAuthorization(terms, authorization.nonce, deps);
}
