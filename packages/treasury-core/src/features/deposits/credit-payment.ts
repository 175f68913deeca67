import { isTreasuryError, type Micros, type Key } from "@agent-treasury/provider";
import { type Command, type Outcome, changesOn, unchanged } from "../../kernel/ledger/command.ts";
import type { LedgerState, LedgerHead } from "../../kernel/ledger/ledger-state.ts";
import { type PaymentIdentity, checkSamePayment } from "../../kernel/ledger/payment-identity.ts";
import { post } from "../../kernel/ledger/posting.ts";
import { type PaymentName, creditToDoc } from "./credit-record.ts";
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
    reduce: (ledger, now) => credit(ledger, collected, now),
  };
}

function credit(
  ledger: LedgerState,
  collected: CollectedPayment,
  now: number,
): Outcome<CreditAnswer> {
  if (claimsOn(collected).some((key) => ledger.isClaimed(key)))
    return unchanged({ duplicate: true });
  const funded = ledger.head.account.payment;
  checkSamePayment(funded, collected.payment);
  const { type, amount, description, reference, salt } = collected;
  const posted = post(
    ledger.workspaceId,
    remember(ledger.head, collected.payment),
    { type, amount, description, reference, salt },
    now,
  );
  if (isTreasuryError(posted)) throw posted;
  const payment = nameOf(collected);
  const record = { ...payment, type, epoch: ledger.head.epoch, entryId: posted.record.id, amount };
  const early = reversalsFromDoc(ledger.doc(earlyReversalKey(payment)));
  const taken = takeBack(ledger.workspaceId, posted.head, record, early, now);
  if (isTreasuryError(taken)) throw taken;
  return {
    kind: "changed",
    answer: { duplicate: false },
    changes: changesOn(ledger, {
      head: taken.head,
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

/** Stores the identity of the first credit, that of a processor rather than that of a rail. */
function remember(head: LedgerHead, payment: PaymentIdentity): LedgerHead {
  const funded = head.account.payment;
  if (funded !== null && !(funded.isRail && !payment.isRail)) return head;
  return { ...head, account: { ...head.account, payment } };
}
