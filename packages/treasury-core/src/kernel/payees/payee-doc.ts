import type { Doc, Key } from "@agent-treasury/provider";
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
  const expiresAt = now + knownForMs;
  return payeeKeys(payee).map((key) => ({ ...keptDoc(key, epoch, now), expiresAt }));
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
