import { Micros, type Doc, type Key } from "@agent-treasury/provider";
import { keptDoc } from "./kept-doc.ts";

/** The kind of the documents that record what was credited for a payment. */
export const creditKind = "credit";

/** A payment, told apart from those of every other processor. */
export interface PaymentName {
  readonly provider: string;
  /** The processor's own id of it. */
  readonly reference: string;
}

/** What was credited for a payment, so that a reversal finds it. */
export interface CreditRecord extends PaymentName {
  readonly type: "deposit" | "revenue";
  readonly epoch: number;
  readonly entryId: string;
  readonly amount: Micros;
}

/** The key of a credit's record. */
export function creditKey(payment: PaymentName): Key {
  return { kind: creditKind, id: nameText(payment) };
}

/** A payment's name as one string. Providers' names hold no colon. */
export function nameText({ provider, reference }: PaymentName): string {
  return `${provider}:${reference}`;
}

/** Writes a credit's record. */
export function creditToDoc({ type, epoch, entryId, amount, ...payment }: CreditRecord): Doc {
  return keptDoc(creditKey(payment), epoch, { type, entryId, amount: Micros.toText(amount) });
}

/** Reads what `creditToDoc` wrote. */
export function creditFromDoc(doc: Doc): CreditRecord {
  const body = doc.body as { type: CreditRecord["type"]; entryId: string; amount: string };
  return {
    ...nameFromText(doc.id),
    type: body.type,
    epoch: doc.epoch,
    entryId: body.entryId,
    amount: Micros.of(body.amount),
  };
}

function nameFromText(text: string): PaymentName {
  const end = text.indexOf(":");
  return { provider: text.slice(0, end), reference: text.slice(end + 1) };
}
