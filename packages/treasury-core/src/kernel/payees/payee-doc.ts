import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import { payeeForms } from "@agent-treasury/rules";
import { hashOf } from "../ledger/hash.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";

const dayMs = 86_400_000;
/** Then a payment to the payee counts as the first again. */
const knownForMs = 180 * dayMs;

/** The records of a payee's newest payment that a person approved, one for each of its forms. */
export function payeeKeys(payee: string, hash: (id: string) => string = hashOf): readonly Key[] {
  return payeeForms(payee).map((form) => ({ kind: "payee", id: hash(form) }));
}

export function payeeDocs(payee: string, epoch: number, now: number): readonly Doc[] {
  return payeeKeys(payee).map((key) => recordOf(key, epoch, now, now + knownForMs));
}

/** The records of the newest proposal of a payee and amount, one for each form of the payee. */
export function duplicateKeys(payee: string, amount: Micros): readonly Key[] {
  return payeeForms(payee).map((form) => ({
    kind: "recent_spend",
    id: hashOf(`${Micros.toText(amount)} ${form}`),
  }));
}

export function duplicateDoc(key: Key, epoch: number, now: number, hours: number): Doc {
  return recordOf(key, epoch, now, now + hours * 3_600_000);
}

/** Returns the newest time. Null without such a record in this epoch. Requires requested keys. */
export function newestOf(ledger: LedgerState, keys: readonly Key[]): number | null {
  let newest: number | null = null;
  for (const key of keys) {
    const doc = ledger.doc(key);
    if (doc === undefined || doc.epoch !== ledger.head.epoch) continue;
    newest = Math.max(newest ?? 0, doc.body as number);
  }
  return newest;
}

function recordOf(key: Key, epoch: number, at: number, expiresAt: number): Doc {
  return { ...keptDoc(key, epoch, at), expiresAt };
}
