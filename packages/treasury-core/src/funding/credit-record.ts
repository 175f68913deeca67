import { type Micros, microsToText, toMicros } from "../money/micros.ts";
import type { Doc, Key } from "../ports/storage.ts";

/** What was credited for a payment, so that a reversal finds it. */
export interface CreditRecord {
  readonly reference: string;
  readonly type: "deposit" | "revenue";
  readonly epoch: number;
  readonly entryId: string;
  readonly amount: Micros;
}

/** The key of a credit's record. */
export function creditKey(reference: string): Key {
  return { kind: "credit", id: reference };
}

/** Writes a credit's record. */
export function creditToDoc({ reference, type, epoch, entryId, amount }: CreditRecord): Doc {
  return {
    ...creditKey(reference),
    epoch,
    ordinal: null,
    open: false,
    dueAt: null,
    expiresAt: null,
    body: { type, entryId, amount: microsToText(amount) },
  };
}

/** Reads what `creditToDoc` wrote. */
export function creditFromDoc(doc: Doc): CreditRecord {
  const body = doc.body as { type: CreditRecord["type"]; entryId: string; amount: string };
  return {
    reference: doc.id,
    type: body.type,
    epoch: doc.epoch,
    entryId: body.entryId,
    amount: toMicros(body.amount),
  };
}
