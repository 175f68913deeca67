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
import { readTerms } from "../quote/quote-terms.ts";
import { checkAuthorization } from "./check-authorization.ts";
import { authorizedPayment, type ChainAccess, findPayment } from "./find-payment.ts";
import { presentAuthorization } from "./present-authorization.ts";
import { storedAnswer } from "./seller-answer.ts";

const pollMs = 500;
/** Facilitators refuse authorizations that end within 6 s. */
const minimumRemainingMs = 8_000;

export interface PayDeps extends ExecutorContext {
  readonly connection: Connection;
  readonly timeoutMs: number;
}

/** Presents the authorization of an order, and waits until its payment counts. */
export async function payOrder(order: SpendOrder, deps: PayDeps): Promise<SpendOutcome> {
  const authorization = readAuthorization(order.payload);
  if (authorization === null) {
    throw new TreasuryError("spend_executor_error", "No authorization was committed.");
  }
  const { clock, deploymentId, timeoutMs } = deps;
  await checkAuthorization(order, readTerms(order.quote), authorization, await deploymentId());
  const deadline = clock.monotonic() + timeoutMs;
  const isDelivered = await deliver(order, authorization, deps);
  let outcome = toOutcome(await findOrder(order, authorization, deps));
  if (!isDelivered) return outcome;
  while (outcome.kind !== "executed" && clock.monotonic() < deadline) {
    await clock.sleep(pollMs, order.signal);
    outcome = toOutcome(await findOrder(order, authorization, deps));
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
  return resource === null ? finding : { ...finding, resource };
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

/** What may still be collected is in progress. */
export function toOutcome(finding: SpendFinding): SpendOutcome {
  const isOpen = finding.kind === "repeatable" || finding.kind === "not_sent";
  return isOpen ? { kind: "in_progress", reference: null } : finding;
}

/** Whether the seller delivered, now or in an earlier call. */
async function deliver(
  { quote, signal }: SpendOrder,
  authorization: PreparedAuthorization,
  { clock, outbound, store, timeoutMs }: PayDeps,
): Promise<boolean> {
  if ((await storedAnswer(store, authorization.nonce)) !== null) return true;
  const now = (): number => clock.now();
  if (Number(authorization.validBefore) * 1_000 < now() + minimumRemainingMs) return false;
  const deps = { outbound, store, timeoutMs, signal, now };
  // The chain decides, whatever happened to the answer.
  return presentAuthorization(readTerms(quote), authorization, deps).catch(() => false);
}
