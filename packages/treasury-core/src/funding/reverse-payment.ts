import {
  type TreasuryError,
  isTreasuryError,
  Micros,
  type Doc,
  type Entry,
  type Key,
} from "@agent-treasury/provider";
import type { Books, Tip } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import {
  type CreditRecord,
  type PaymentName,
  creditFromDoc,
  creditKey,
  nameText,
} from "../ledger/credit-record.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import { post } from "../ledger/posting.ts";
import { timestamp } from "../ledger/timestamp.ts";

/** A refund, a dispute, or its reinstatement. `reference` is the reversed payment. */
export interface PaymentReversal extends PaymentName {
  /** The processor's id of this reversal, which counts once. */
  readonly id: string;
  /** Amount of this reversal, not a running total. Negative when money is reinstated. */
  readonly amount: Micros;
  readonly description: string;
  /** 128 random bits. */
  readonly salt: string;
}

export type ReversalAnswer =
  | "reversed"
  /** Counted before. */
  | "duplicate"
  /** Waits for its credit. */
  | "waiting"
  /** Recorded without changing totals, because its credit belongs to an earlier epoch. */
  | "recorded";

/** Reverses a credited payment, once per reversal id. */
export function reversePayment(reversal: PaymentReversal): Command<ReversalAnswer> {
  return {
    name: "reverse_payment",
    reads: [reversalKey(reversal), creditKey(reversal), earlyReversalKey(reversal)],
    reduce: (books, now) => reverse(books, reversal, now),
  };
}

function reverse(books: Books, reversal: PaymentReversal, now: number): Outcome<ReversalAnswer> {
  const claim = reversalKey(reversal);
  if (books.isClaimed(claim)) return { kind: "unchanged", answer: "duplicate" };
  const claimed = { claim: [{ key: claim, expiresAt: null }] };
  const doc = books.doc(creditKey(reversal));
  if (doc === undefined) {
    const early = books.doc(earlyReversalKey(reversal));
    const put = [waitingDoc(books, [...reversalsFromDoc(early), reversal])];
    return { kind: "changed", answer: "waiting", changes: changesOn(books, { ...claimed, put }) };
  }
  const credit = creditFromDoc(doc);
  if (credit.epoch !== books.tip.epoch) {
    const put = [recordedDoc(books, reversal, now)];
    return { kind: "changed", answer: "recorded", changes: changesOn(books, { ...claimed, put }) };
  }
  const taken = takeBack(books.workspaceId, books.tip, credit, [reversal], now);
  if (isTreasuryError(taken)) return refused(taken);
  return {
    kind: "changed",
    answer: "reversed",
    changes: changesOn(books, { ...claimed, ...taken }),
  };
}

export function takeBack(
  workspaceId: string,
  tip: Tip,
  credit: CreditRecord,
  reversals: readonly PaymentReversal[],
  now: number,
): { tip: Tip; entries: Entry[] } | TreasuryError {
  const entries: Entry[] = [];
  let current = tip;
  for (const { id, amount, description, salt } of reversals) {
    const posting = {
      type: credit.type,
      amount: Micros.negate(amount),
      description,
      reference: id,
      reversalOf: credit.entryId,
      salt,
    };
    const posted = post(workspaceId, current, posting, now);
    if (isTreasuryError(posted)) return posted;
    entries.push(posted.entry);
    current = posted.tip;
  }
  return { tip: current, entries };
}

export function earlyReversalKey(payment: PaymentName): Key {
  return { kind: "early_reversal", id: nameText(payment) };
}

export function reversalsFromDoc(doc: Doc | undefined): readonly PaymentReversal[] {
  if (doc === undefined) return [];
  const stored = doc.body as unknown as (Omit<PaymentReversal, "amount"> & { amount: string })[];
  return stored.map((reversal) => ({ ...reversal, amount: Micros.of(reversal.amount) }));
}

export function reversalKey({ provider, id }: Pick<PaymentReversal, "provider" | "id">): Key {
  return { kind: "reversal", id: `${provider}:${id}` };
}

function waitingDoc({ tip }: Books, reversals: readonly PaymentReversal[]): Doc {
  const [first] = reversals as [PaymentReversal];
  const body = reversals.map((reversal) => ({
    ...reversal,
    amount: Micros.toText(reversal.amount),
  }));
  return keptDoc(earlyReversalKey(first), tip.epoch, body);
}

function recordedDoc({ tip }: Books, reversal: PaymentReversal, now: number): Doc {
  const { id } = reversalKey(reversal);
  const amount = Micros.toText(reversal.amount);
  const body = { ...reversal, amount, at: timestamp(now) };
  return keptDoc({ kind: "late_reversal", id }, tip.epoch, body);
}
