import {
  awaitOutcome,
  deliver,
  isPresentable,
  presentAuthorization,
  storedAnswer,
  toOutcome,
} from "@agent-treasury/executor-x402/chain";
import {
  type ExecutorContext,
  isTreasuryError,
  Micros,
  type NewSharedPaymentToken,
  type PreparedOrder,
  type Review,
  type ReviewedOutcome,
  type SharedPaymentToken,
  type SharedPaymentTokens,
  type SpendFinding,
  type SpendOrder,
  type SpendOutcome,
  TreasuryError,
} from "@agent-treasury/provider";
import { Challenge, Credential } from "mppx";
import * as z from "zod";
import { digestOf } from "../mpp-protocol.ts";
import { claimChallenge, readTerms, type StripeTerms } from "./stripe-terms.ts";

const dayMs = 86_400_000;
/** Sellers charge a token at once. A short one bounds what a payment without an outcome holds. */
const longestTokenMs = 3_600_000;
/** Captures of an authorization may come this long after it. */
const reviewedForMs = 31 * dayMs;

export interface TokenDeps extends ExecutorContext {
  readonly tokens: SharedPaymentTokens;
  readonly timeoutMs: number;
}

const tokenPayload = z.object({
  deploymentId: z.string(),
  /** Of the payment, in the store and as idempotency key. */
  paymentId: z.string(),
  /** When the token ends, in milliseconds since 1970. */
  endsAt: z.int().positive(),
});
type TokenPayload = z.infer<typeof tokenPayload>;

function payloadOf({ payload }: SpendOrder): TokenPayload | null {
  return tokenPayload.safeParse(payload).data ?? null;
}

/** Determines the token, before it is issued. */
export async function prepareToken(order: PreparedOrder, deps: TokenDeps): Promise<TokenPayload> {
  const { store, clock, deploymentId: readId } = deps;
  const terms = readTerms(order.quote);
  const deploymentId = await readId();
  if (terms.deploymentId !== deploymentId) throw otherPayment();
  const endsAt = Math.min(terms.validUntil * 1_000, clock.now() + longestTokenMs);
  if (!isPresentable(endsAt, clock)) {
    throw new TreasuryError("spend_executor_error", "The seller's challenge expired.");
  }
  await claimChallenge(store, terms, order);
  const wholeSeconds = Math.floor(endsAt / 1_000) * 1_000;
  return { deploymentId, paymentId: paymentIdOf(deploymentId, terms, order), endsAt: wholeSeconds };
}

function paymentIdOf(
  deploymentId: string,
  { challenge }: StripeTerms,
  { workspaceId, proposalId }: PreparedOrder,
): string {
  return digestOf(JSON.stringify([deploymentId, workspaceId, proposalId, challenge]));
}

/** Presents the token of an order. The issuer's records decide, whatever the seller answers. */
export async function payByToken(order: SpendOrder, deps: TokenDeps): Promise<SpendOutcome> {
  const terms = readTerms(order.quote);
  const payload = payloadOf(order);
  const deploymentId = await deps.deploymentId();
  const isOurs = payload?.paymentId === paymentIdOf(deploymentId, terms, order);
  if (!isOurs || order.amount !== order.quote?.maximum) throw otherPayment();
  const { clock, timeoutMs } = deps;
  const deadline = clock.monotonic() + timeoutMs;
  const { tokenId } = await tokenFor(order, payload, deps);
  const before = await findByToken(order, deps);
  if (tokenId === null || before.kind !== "repeatable") return toOutcome(before);
  // Sellers answer a payment once, so that a charged token is not presented again.
  const mayRepeat = async (): Promise<boolean> => {
    const isOpen = (await findByToken(order, deps)).kind === "repeatable";
    return isOpen && (order.mayRepeat === undefined || (await order.mayRepeat()));
  };
  const delivering = { signal: order.signal, mayRepeat };
  const delivery = await deliver(delivering, {
    ...deps,
    answerId: payload.paymentId,
    deadline,
    endsAt: payload.endsAt,
    present: async () =>
      presentAuthorization(terms, payload.paymentId, {
        ...deps,
        headers: credentialOf(terms, tokenId),
        signaturesIn: () => Promise.resolve(null),
        timeoutMs: Math.max(Math.ceil(deadline - clock.monotonic()), 1),
        signal: order.signal,
        now: () => clock.now(),
      }),
  });
  return awaitOutcome(delivery, order, { clock, deadline }, () => findByToken(order, deps));
}

function credentialOf({ challenge: text }: StripeTerms, spt: string): Record<string, string> {
  const challenge = Challenge.deserialize(text);
  const { externalId } = challenge.request;
  const payload = { spt, ...(typeof externalId === "string" && { externalId }) };
  const header = Challenge.credentialHeader(challenge).toLowerCase();
  return { [header]: Credential.serialize(Credential.from({ challenge, payload })) };
}

/** Null if the payment has no token, and never will. */
interface StoredToken {
  readonly tokenId: string | null;
  /** Why it has none. */
  readonly reason: string;
}

/** Stored before the first presentation, so that a payment has one token. */
async function tokenFor(
  { amount, quote }: SpendOrder,
  payload: TokenPayload,
  deps: TokenDeps,
): Promise<StoredToken> {
  const known = await storedToken(payload, deps);
  if (known !== null) return known;
  const { paymentId, endsAt } = payload;
  if (!isPresentable(endsAt, deps.clock)) return storeToken(payload, none("ended"), deps);
  const { sellerProfile } = readTerms(quote);
  const idempotencyKey = `agent-treasury-token-${paymentId}`;
  const token = { idempotencyKey, sellerProfile, maximum: amount, expiresAt: endsAt };
  return storeToken(payload, await issued(deps, token), deps);
}

async function issued({ tokens }: TokenDeps, token: NewSharedPaymentToken): Promise<StoredToken> {
  try {
    const { id, needsOwner } = await tokens.issue(token);
    if (!needsOwner) return { tokenId: id, reason: "" };
    await tokens.revoke(id);
    return none("asks for its owner");
  } catch (error) {
    // Nothing was presented yet, by this call or by another one.
    if (isTreasuryError(error) && error.isOfCaller) return { tokenId: null, reason: error.message };
    throw error;
  }
}

const reasons = {
  ended: "The seller's challenge ended before a token was issued.",
  canceled: "The payment was canceled before a token was issued.",
  "asks for its owner": "The payment method asks for an action of its owner.",
} as const;

function none(why: keyof typeof reasons): StoredToken {
  return { tokenId: null, reason: reasons[why] };
}

/** Returns the token that another call stored first, or the given one. */
async function storeToken(
  { paymentId }: TokenPayload,
  token: StoredToken,
  { store }: TokenDeps,
): Promise<StoredToken> {
  const stored = await store.put(keyOf(paymentId), { ...token }, null);
  return storedTokenSchema.parse(stored);
}

/** Null before the first presentation. */
async function storedToken(
  { paymentId }: TokenPayload,
  { store }: TokenDeps,
): Promise<StoredToken | null> {
  const stored = await store.get(keyOf(paymentId));
  return stored === null ? null : storedTokenSchema.parse(stored);
}

const storedTokenSchema = z.object({ tokenId: z.string().nullable(), reason: z.string() });

function keyOf(paymentId: string): string {
  return `token/${paymentId}`;
}

/** Returns the outcome of an order by the issuer's records, with the stored answer of its seller. */
export async function findByToken(order: SpendOrder, deps: TokenDeps): Promise<SpendFinding> {
  const payload = payloadOf(order);
  if (payload === null) return { kind: "not_sent" };
  const stored = await storedToken(payload, deps);
  const isOwn = payload.deploymentId === (await deps.deploymentId());
  if (stored === null) return isOwn ? { kind: "repeatable" } : inProgress(null);
  const { tokenId, reason } = stored;
  if (tokenId === null) return declined(reason);
  const isOpen = isPresentable(payload.endsAt, deps.clock);
  const finding = findingOf(await deps.tokens.read(tokenId), order, isOpen);
  if (finding.kind === "repeatable" && !isOwn) return inProgress(tokenId);
  if (finding.kind !== "executed") return finding;
  const resource = await storedAnswer(deps.store, payload.paymentId);
  return resource === null ? finding : { ...finding, resource };
}

function findingOf(
  token: SharedPaymentToken,
  { amount }: SpendOrder,
  isStillPresentable: boolean,
): SpendFinding {
  const { id, captured, ended } = token;
  if (captured > Micros.zero) {
    // The issuer reports a sum, which can grow while the token can be used.
    if (ended === null && captured < amount) return inProgress(id);
    return { kind: "executed", captures: [captureOf(token)], reference: id };
  }
  switch (ended) {
    case null:
      return isStillPresentable ? { kind: "repeatable" } : inProgress(id);
    case "consumed":
      return inProgress(id);
    case "expired":
      return declined("The seller did not charge the token, and it expired.");
    case "revoked":
      return declined("The token was revoked before the seller charged it.");
    case "resolved":
      return { kind: "unknown", reason: "The seller exchanged the token, and is paid elsewhere." };
  }
}

/** The sum is a part of its id, because a later one replaces it. */
function captureOf({ id, captured }: SharedPaymentToken) {
  return { id: `${id}:${Micros.toText(captured)}`, amount: captured };
}

function declined(reason: string): SpendFinding {
  return { kind: "declined", reason };
}

function inProgress(reference: string | null): SpendOutcome {
  return { kind: "in_progress", reference };
}

/** Ends the token, or the payment before it has one. */
export async function cancelToken(order: SpendOrder, deps: TokenDeps): Promise<void> {
  const payload = payloadOf(order);
  if (payload === null) return;
  if (payload.deploymentId !== (await deps.deploymentId())) throw otherPayment();
  const { tokenId } = await storeToken(payload, none("canceled"), deps);
  if (tokenId !== null) await deps.tokens.revoke(tokenId);
}

export const tokenReviewAfterMs: Readonly<Record<ReviewedOutcome, number>> = {
  executed: dayMs,
  declined: dayMs,
};

/** Looks at a token again, because an authorization of the seller can be captured later. */
export async function reviewToken(
  order: SpendOrder,
  outcome: ReviewedOutcome,
  captureIds: readonly string[],
  deps: TokenDeps,
): Promise<Review> {
  const payload = payloadOf(order);
  const tokenId = (payload && (await storedToken(payload, deps)))?.tokenId ?? null;
  if (tokenId === null) return { kind: "final" };
  const token = await deps.tokens.read(tokenId);
  const capture = captureOf(token);
  const { captured, id: reference } = token;
  const own = captureIds.filter((id) => id.startsWith(`${tokenId}:`));
  // A person may have recorded the payment.
  const isRecorded = own.includes(capture.id) || own.length < captureIds.length;
  if (captured > Micros.zero && !isRecorded) {
    const captures = [capture];
    if (outcome === "declined") return { kind: "paid", captures, reference };
    const reason = "The seller captured another amount.";
    return { kind: "reversed", captureIds: own, reason, replacedBy: { captures, reference } };
  }
  const isOver = deps.clock.now() >= order.heldAt + reviewedForMs;
  return isOver ? { kind: "final" } : { kind: "pending", afterMs: dayMs };
}

function otherPayment(): TreasuryError {
  const message = "The token belongs to another deployment or payment, so it is not presented.";
  return new TreasuryError("spend_executor_error", message);
}
