import { readOutsideText, routes } from "@agent-treasury/contract";
import {
  TreasuryError,
  type PaymentCollected,
  type PaymentReversed,
  type ReversalReason,
  type PaymentProcessor,
  type PaymentRecord,
  type Key,
  type Snapshot,
} from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { keyText } from "../../kernel/ledger/key-text.ts";
import type { PaymentIdentity } from "../../kernel/ledger/payment-identity.ts";
import { creditPayment } from "./credit-payment.ts";
import { creditFromDoc, creditKey } from "./credit-record.ts";
import { type ReversalAnswer, reversalKey, reversePayment } from "./reverse-payment.ts";

/** A payment or reversal that the processor reported. */
export type MoneyEvent = PaymentCollected | PaymentReversed;

export type MoneyOutcome = "credited" | "ignored" | ReversalAnswer;

const descriptions: Readonly<Record<MoneyEvent["kind"] | ReversalReason, string>> = {
  collected: "collected",
  reversed: "reversed",
  refund: "Refund",
  refund_failed: "Failed refund",
  dispute: "Dispute",
  dispute_reinstated: "Reinstated dispute",
};

/**
 * Applies a movement once, from any source and in any order.
 *
 * @throws TreasuryError `payment_mode_changed`, `total_out_of_range`; retry after the cause is
 * fixed.
 */
export async function applyMoneyEvent(
  engine: Engine,
  payments: PaymentProcessor,
  event: MoneyEvent,
): Promise<MoneyOutcome> {
  if (!isUsable(engine, event)) return "ignored";
  if (event.kind === "collected") {
    const { duplicate } = await creditCollected(engine, identityOf(payments), event);
    return duplicate ? "duplicate" : "credited";
  }
  const { reversalId, paymentReference, amount, reason, workspaceId } = event;
  const reversal = {
    provider: payments.provider,
    id: reversalId,
    reference: readOutsideText(paymentReference).text,
    amount,
    description: `${descriptions[reason]} through ${payments.provider}`,
    salt: engine.identifiers.random(),
  };
  return engine.committer.run(workspaceId, reversePayment(reversal));
}

export function creditCollected(
  engine: Engine,
  payment: PaymentIdentity,
  collected: PaymentCollected,
): Promise<{ readonly duplicate: boolean }> {
  const { purpose, amount, paymentReference, workspaceId } = collected;
  return engine.committer.run(
    workspaceId,
    creditPayment({
      type: purpose,
      amount,
      description: `${purpose === "deposit" ? "Deposit" : "Revenue"} through ${payment.provider}`,
      ...claimsOf(payment.provider, collected),
      reference: readOutsideText(paymentReference).text,
      payment,
      salt: engine.identifiers.random(),
    }),
  );
}

/** Claims that make a movement count only once. */
interface MovementClaims {
  readonly claim: Key;
  /** Claims of version 0.1, which had one per purpose, because a session's metadata can change. */
  readonly olderClaims: readonly Key[];
}

function claimsOf(provider: string, event: MoneyEvent): MovementClaims {
  if (event.kind === "reversed") {
    return { claim: reversalKey({ provider, id: event.reversalId }), olderClaims: [] };
  }
  const id = `${provider}:${event.checkoutId}`;
  return {
    claim: { kind: "checkout", id },
    olderClaims: [
      { kind: "deposit", id },
      { kind: "revenue", id },
    ],
  };
}

export function identityOf(payments: PaymentProcessor): PaymentIdentity {
  return { provider: payments.provider, mode: payments.mode() };
}

export type Known = "known" | "unknown" | "amount_differs";

/** Returns the status of each record, in order. Read-only. */
export async function whatIsKnown(
  { storage }: Engine,
  provider: string,
  records: readonly PaymentRecord[],
): Promise<readonly Known[]> {
  const events = records.map(({ event }) => event);
  const workspaceIds = [...new Set(events.map(({ workspaceId }) => workspaceId))];
  const snapshots = await storage.load(
    workspaceIds.map((workspaceId) => ({
      workspaceId,
      keys: keysOf(
        provider,
        events.filter((event) => event.workspaceId === workspaceId),
      ),
    })),
  );
  return events.map((event) => {
    const snapshot = snapshots[workspaceIds.indexOf(event.workspaceId)];
    return snapshot === undefined ? "unknown" : compare(snapshot, provider, event);
  });
}

/** Deduplicates the keys, because a payment may have several reversals. */
function keysOf(provider: string, events: readonly MoneyEvent[]): readonly Key[] {
  const keys = events.flatMap((event) => [
    ...claimKeysOf(provider, event),
    creditKeyOf(provider, event),
  ]);
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
}

function compare({ claimed, found }: Snapshot, provider: string, event: MoneyEvent): Known {
  const keys = new Set(claimKeysOf(provider, event).map(keyText));
  if (!claimed.some((claim) => keys.has(keyText(claim)))) return "unknown";
  if (event.kind === "reversed") return "known";
  const credit = keyText(creditKeyOf(provider, event));
  const doc = found.find((candidate) => keyText(candidate) === credit);
  return doc === undefined || creditFromDoc(doc).amount === event.amount
    ? "known"
    : "amount_differs";
}

function claimKeysOf(provider: string, event: MoneyEvent): readonly Key[] {
  const { claim, olderClaims } = claimsOf(provider, event);
  return [claim, ...olderClaims];
}

function creditKeyOf(provider: string, { paymentReference: reference }: MoneyEvent): Key {
  return creditKey({ provider, reference });
}

/**
 * Unusable events are ignored, because a retry would not change them. An unsupported currency is
 * reported.
 */
function isUsable(engine: Engine, event: MoneyEvent): boolean {
  const { workspaceId, currency, amount, kind } = event;
  const parsed = routes.readTreasury.input.safeParse({ workspaceId });
  if (!parsed.success || parsed.data.workspaceId !== workspaceId) return false;
  if (currency !== "usd") {
    const movement = `A payment of workspace ${workspaceId} was ${descriptions[kind]} in ${currency.toUpperCase()}`;
    engine.report(new TreasuryError("unsupported_currency", `${movement} and was not credited.`));
    return false;
  }
  return kind === "reversed" ? amount !== 0n : amount > 0n;
}
