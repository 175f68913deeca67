import { Micros, type Doc, type Key } from "@agent-treasury/provider";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";

export const creditKind = "credit";

export interface PaymentName {
  readonly provider: string;
  /** The processor's payment id. */
  readonly reference: string;
}

/** Needed by reversals. */
export interface CreditRecord extends PaymentName {
  readonly type: "deposit" | "revenue";
  readonly epoch: number;
  readonly entryId: string;
  readonly amount: Micros;
}

export function creditKey(payment: PaymentName): Key {
  return { kind: creditKind, id: nameText(payment) };
}

/** Unambiguous because provider names contain no colon. */
export function nameText({ provider, reference }: PaymentName): string {
  return `${provider}:${reference}`;
}

export function creditToDoc({ type, epoch, entryId, amount, ...payment }: CreditRecord): Doc {
  return keptDoc(creditKey(payment), epoch, { type, entryId, amount: Micros.toText(amount) });
}

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
