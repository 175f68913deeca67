import {
  type TreasuryError,
  isTreasuryError,
  Micros,
  type Doc,
  type Entry,
  type Key,
} from "@agent-treasury/provider";
import { fromStored } from "@agent-treasury/provider/helpers";
import { type Command, type Outcome, changed, unchanged } from "../../kernel/ledger/command.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";
import type { LedgerState, LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import { post } from "../../kernel/ledger/posting.ts";
import { timestamp } from "../../kernel/ledger/timestamp.ts";
import {
  type CreditRecord,
  type PaymentName,
  creditFromDoc,
  creditKey,
  nameText,
} from "./credit-record.ts";
import { lateReversalKind } from "./late-reversal.ts";

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
    reduce: (ledger, now) => reverse(ledger, reversal, now),
  };
}

function reverse(
  ledger: LedgerState,
  reversal: PaymentReversal,
  now: number,
): Outcome<ReversalAnswer> {
  const claim = reversalKey(reversal);
  if (ledger.isClaimed(claim)) return unchanged("duplicate");
  const claimed = { claim: [{ key: claim, expiresAt: null }] };
  const doc = ledger.doc(creditKey(reversal));
  if (doc === undefined) {
    const early = ledger.doc(earlyReversalKey(reversal));
    const put = [waitingDoc(ledger, [...reversalsFromDoc(early), reversal])];
    return changed(ledger, "waiting", { ...claimed, put });
  }
  const credit = creditFromDoc(doc);
  if (credit.epoch !== ledger.head.epoch) {
    const put = [recordedDoc(ledger, reversal, now)];
    return changed(ledger, "recorded", { ...claimed, put });
  }
  const taken = takeBack(ledger.workspaceId, ledger.head, credit, [reversal], now);
  if (isTreasuryError(taken)) throw taken;
  return changed(ledger, "reversed", { ...claimed, ...taken });
}

export function takeBack(
  workspaceId: string,
  head: LedgerHead,
  credit: CreditRecord,
  reversals: readonly PaymentReversal[],
  now: number,
): { head: LedgerHead; entries: Entry[] } | TreasuryError {
  const entries: Entry[] = [];
  let current = head;
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
    current = posted.head;
  }
  return { head: current, entries };
}

export function earlyReversalKey(payment: PaymentName): Key {
  return { kind: "early_reversal", id: nameText(payment) };
}

export function reversalsFromDoc(doc: Doc | undefined): readonly PaymentReversal[] {
  if (doc === undefined) return [];
  const stored = fromStored<(Omit<PaymentReversal, "amount"> & { amount: string })[]>(doc.body);
  return stored.map((reversal) => ({ ...reversal, amount: Micros.of(reversal.amount) }));
}

export function reversalKey({ provider, id }: Pick<PaymentReversal, "provider" | "id">): Key {
  return { kind: "reversal", id: `${provider}:${id}` };
}

function waitingDoc({ head }: LedgerState, reversals: readonly PaymentReversal[]): Doc {
  const [first] = reversals as [PaymentReversal];
  const body = reversals.map((reversal) => ({
    ...reversal,
    amount: Micros.toText(reversal.amount),
  }));
  return keptDoc(earlyReversalKey(first), head.epoch, body);
}

function recordedDoc({ head }: LedgerState, reversal: PaymentReversal, now: number): Doc {
  const { id } = reversalKey(reversal);
  const amount = Micros.toText(reversal.amount);
  const body = { ...reversal, amount, at: timestamp(now) };
  return keptDoc({ kind: lateReversalKind, id }, head.epoch, body);
}
