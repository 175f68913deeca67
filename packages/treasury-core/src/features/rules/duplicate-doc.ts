import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import { payeeForms } from "@agent-treasury/rules";
import { hashOf } from "../../kernel/ledger/hash.ts";
import { keptDoc } from "../../kernel/ledger/kept-doc.ts";

const longestComparisonMs = 8_760 * 3_600_000;

/** The records of the newest proposal of a payee and amount, one for each form of the payee. */
export function duplicateKeys(payee: string, amount: Micros): readonly Key[] {
  return payeeForms(payee).map((form) => ({
    kind: "recent_spend",
    id: hashOf(`${Micros.toText(amount)} ${form}`),
  }));
}

export function duplicateDoc(key: Key, epoch: number, at: number): Doc {
  return { ...keptDoc(key, epoch, at), expiresAt: at + longestComparisonMs };
}
