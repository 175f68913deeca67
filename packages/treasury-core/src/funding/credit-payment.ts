import { isTreasuryError, type Micros, type Key } from "@agent-treasury/provider";
import type { Books, Tip } from "../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../ledger/command.ts";
import { type PaymentName, creditToDoc } from "../ledger/credit-record.ts";
import {
  type PaymentIdentity,
  isSamePayment,
  paymentModeChanged,
} from "../ledger/payment-identity.ts";
import { post } from "../ledger/posting.ts";
import { earlyReversalKey, reversalsFromDoc, takeBack } from "./reverse-payment.ts";

export interface CollectedPayment {
  readonly type: "deposit" | "revenue";
  readonly amount: Micros;
  readonly description: string;
  /** Identifies the payment, which is credited once across epochs. */
  readonly claim: Key;
  /** Claims of earlier versions for the same payment. */
  readonly olderClaims?: readonly Key[];
  /** The processor's payment id, which reversals reference. */
  readonly reference: string;
  readonly payment: PaymentIdentity;
  /** 128 random bits. */
  readonly salt: string;
}

export interface CreditAnswer {
  readonly duplicate: boolean;
}

/** Credits a payment once, and applies reversals that arrived before it. */
export function creditPayment(collected: CollectedPayment): Command<CreditAnswer> {
  return {
    name: `credit_${collected.type}`,
    reads: [...claimsOn(collected), earlyReversalKey(nameOf(collected))],
    reduce: (books, now) => credit(books, collected, now),
  };
}

function credit(books: Books, collected: CollectedPayment, now: number): Outcome<CreditAnswer> {
  if (claimsOn(collected).some((key) => books.isClaimed(key)))
    return { kind: "unchanged", answer: { duplicate: true } };
  const funded = books.tip.account.payment;
  if (!isSamePayment(funded, collected.payment)) {
    return refused(paymentModeChanged(funded, collected.payment));
  }
  const { type, amount, description, reference, salt } = collected;
  const posted = post(
    books.workspaceId,
    remember(books.tip, collected.payment),
    { type, amount, description, reference, salt },
    now,
  );
  if (isTreasuryError(posted)) return refused(posted);
  const payment = nameOf(collected);
  const record = { ...payment, type, epoch: books.tip.epoch, entryId: posted.record.id, amount };
  const early = reversalsFromDoc(books.doc(earlyReversalKey(payment)));
  const taken = takeBack(books.workspaceId, posted.tip, record, early, now);
  if (isTreasuryError(taken)) return refused(taken);
  return {
    kind: "changed",
    answer: { duplicate: false },
    changes: changesOn(books, {
      tip: taken.tip,
      entries: [posted.entry, ...taken.entries],
      put: [creditToDoc(record)],
      claim: [{ key: collected.claim, expiresAt: null }],
    }),
  };
}

function claimsOn({ claim, olderClaims = [] }: CollectedPayment): readonly Key[] {
  return [claim, ...olderClaims];
}

function nameOf({ payment, reference }: CollectedPayment): PaymentName {
  return { provider: payment.provider, reference };
}

/** Stores the identity of the first credit. */
function remember(tip: Tip, payment: PaymentIdentity): Tip {
  if (tip.account.payment !== null) return tip;
  return { ...tip, account: { ...tip.account, payment } };
}
