import { type Doc, type Key, Micros } from "@agent-treasury/provider";
import { hashOf } from "@agent-treasury/rules";
import type { LedgerState } from "../../ledger/ledger-state.ts";

const dayMs = 86_400_000;
/** Then a payment to the payee counts as the first again. */
const knownForMs = 180 * dayMs;

/** @param hash of the payee's id. */
export function payeeKey(hash: string): Key {
  return { kind: "payee", id: hash };
}

/** A record of the newest payment that a person approved. */
export function payeeDoc(payee: string, epoch: number, now: number): Doc {
  return recordOf(payeeKey(hashOf(payee)), epoch, now, now + knownForMs);
}

export function duplicateKey(payee: string, amount: Micros): Key {
  return { kind: "recent_spend", id: hashOf(`${Micros.toText(amount)} ${payee}`) };
}

/** A record of the newest proposal of a payee and amount. */
export function duplicateDoc(key: Key, epoch: number, now: number, hours: number): Doc {
  return recordOf(key, epoch, now, now + hours * 3_600_000);
}

/** Null in the first epoch without such a record. Requires that the command requested it. */
export function timeOf(ledger: LedgerState, key: Key): number | null {
  const doc = ledger.doc(key);
  return doc === undefined || doc.epoch !== ledger.head.epoch ? null : (doc.body as number);
}

function recordOf(key: Key, epoch: number, at: number, expiresAt: number): Doc {
  return { ...key, epoch, ordinal: null, open: false, dueAt: null, expiresAt, body: at };
}
