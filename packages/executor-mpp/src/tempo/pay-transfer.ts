import {
  awaitOutcome,
  chainIdOf,
  claimNonce,
  type Connection,
  deliver,
  isPresentable,
  networkOf,
  presentAuthorization,
  storedAnswer,
  toOutcome,
} from "@agent-treasury/executor-x402/chain";
import {
  type ExecutorContext,
  type PreparedOrder,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  TreasuryError,
} from "@agent-treasury/provider";
import { Challenge, Credential } from "mppx";
import { Proof } from "mppx/tempo";
import { type Hex, isHex, type LocalAccount } from "viem";
import * as z from "zod";
import { digestOf } from "../mpp-protocol.ts";
import { findTransfer, type SignedTransfer } from "./find-transfer.ts";
import { readTerms, tempoRail } from "./tempo-terms.ts";
import { isTransfer, laneOf, signTransfer } from "./tempo-transaction.ts";

/** A later end would be a cheque for the bearer. */
const maximumValiditySeconds = 600;

export interface TransferDeps extends ExecutorContext {
  readonly account: LocalAccount;
  readonly connection: Connection;
  readonly timeoutMs: number;
}

const preparedTransfer = z.object({
  deploymentId: z.string(),
  /** Seconds since 1970. */
  validBefore: z.int().positive(),
  transaction: z.custom<Hex>((text) => isHex(text)),
});
type PreparedTransfer = z.infer<typeof preparedTransfer>;

function payloadOf({ payload }: SpendOrder): PreparedTransfer | null {
  return preparedTransfer.safeParse(payload).data ?? null;
}

/** Signs the transaction of a spend. Repeated calls for one hold sign the same one. */
export async function prepareTransfer(
  order: PreparedOrder,
  { account, clock, store, deploymentId: readId }: TransferDeps,
): Promise<PreparedTransfer> {
  const { quote, heldAt } = order;
  const terms = readTerms(quote);
  const deploymentId = await readId();
  if (quote?.rail !== tempoRail) throw notPrepared("The quote is of another executor.");
  if (order.amount !== quote.maximum) throw notPrepared("The amount differs from the quote.");
  if (terms.deploymentId !== deploymentId) throw otherPayment();
  if (heldAt >= quote.expiresAt) throw notPrepared("The quote expired before the amount was held.");
  const end = Math.floor(heldAt / 1_000) + maximumValiditySeconds;
  const validBefore = Math.min(end, terms.validUntil);
  if (!isPresentable(validBefore * 1_000, clock)) {
    throw notPrepared("The time in which the seller accepts the payment is over.");
  }
  if (!(await claimNonce(store, digestOf(terms.challenge), order))) {
    throw notPrepared("Another payment has the seller's challenge.");
  }
  const bounds = { lane: laneOf(terms, order), validBefore };
  const transaction = await signTransfer(terms, bounds, account);
  if (await isTransfer(transaction, terms, bounds, account.address)) {
    return { deploymentId, validBefore, transaction };
  }
  throw notPrepared("The account's signature is not that of a plain key.");
}

/** Presents the transaction of an order, and waits until its payment counts. */
export async function payTransfer(order: SpendOrder, deps: TransferDeps): Promise<SpendOutcome> {
  const { clock, timeoutMs } = deps;
  const transfer = await checkedTransfer(order, deps);
  const { terms, transaction, validBefore } = transfer;
  const deadline = clock.monotonic() + timeoutMs;
  const find = (): Promise<SpendFinding> => findOrder(order, deps);
  const before = await find();
  if (before.kind !== "repeatable") return toOutcome(before);
  // Servers answer a payment once, so that one that is included is not presented again.
  const mayRepeat = async (): Promise<boolean> =>
    (await find()).kind === "repeatable" &&
    (order.mayRepeat === undefined || (await order.mayRepeat()));
  const delivery = await deliver(
    { signal: order.signal, mayRepeat },
    {
      ...deps,
      answerId: answerIdOf(transaction),
      deadline,
      endsAt: validBefore * 1_000,
      present: async () =>
        presentAuthorization(terms, answerIdOf(transaction), {
          ...deps,
          headers: credentialOf(transfer),
          signaturesIn: () => Promise.resolve(null),
          timeoutMs: Math.max(Math.ceil(deadline - clock.monotonic()), 1),
          signal: order.signal,
          now: () => clock.now(),
        }),
    },
  );
  return awaitOutcome(delivery, order, { clock, deadline }, find);
}

/** Returns the outcome of an order by the chain, with the stored answer of its seller. */
export async function findOrder(order: SpendOrder, deps: TransferDeps): Promise<SpendFinding> {
  const payload = payloadOf(order);
  if (payload === null) return { kind: "not_sent" };
  const { connection, clock, store, deploymentId } = deps;
  const transfer = transferOf(order, payload, deps);
  const { endpoints, depth } = networkOf(connection, transfer.terms.network);
  const finding = await findTransfer(transfer, { endpoints, depth, nowMs: clock.now() });
  if (finding.kind === "repeatable" && payload.deploymentId !== (await deploymentId())) {
    return toOutcome(finding);
  }
  if (finding.kind !== "executed") return finding;
  const resource = await storedAnswer(store, answerIdOf(payload.transaction));
  return resource === null ? finding : { ...finding, resource };
}

async function checkedTransfer(order: SpendOrder, deps: TransferDeps): Promise<SignedTransfer> {
  const payload = payloadOf(order);
  const isOwn = payload?.deploymentId === (await deps.deploymentId());
  if (!isOwn || order.amount !== order.quote?.maximum) throw otherPayment();
  const transfer = transferOf(order, payload, deps);
  const { transaction, terms, account } = transfer;
  if (await isTransfer(transaction, terms, transfer, account)) return transfer;
  throw otherPayment();
}

function transferOf(
  order: SpendOrder,
  { transaction, validBefore }: PreparedTransfer,
  { account }: Pick<TransferDeps, "account">,
): SignedTransfer {
  const terms = readTerms(order.quote);
  const lane = laneOf(terms, order);
  return { terms, lane, validBefore, transaction, account: account.address };
}

function answerIdOf(transaction: Hex): string {
  return digestOf(transaction);
}

function credentialOf({ terms, transaction, account }: SignedTransfer): Record<string, string> {
  const challenge = Challenge.deserialize(terms.challenge);
  const header = Challenge.credentialHeader(challenge).toLowerCase();
  const credential = Credential.from({
    challenge,
    payload: { type: "transaction", signature: transaction },
    source: Proof.proofSource({ address: account, chainId: chainIdOf(terms.network) }),
  });
  return { [header]: Credential.serialize(credential) };
}

function notPrepared(reason: string): TreasuryError {
  return new TreasuryError("spend_executor_error", reason);
}

function otherPayment(): TreasuryError {
  const message =
    "The stored transaction belongs to another deployment or payment, so it is not presented.";
  return new TreasuryError("spend_executor_error", message);
}
