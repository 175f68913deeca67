import type { Doc, Key } from "@agent-treasury/provider";
import { changesOn, type Command } from "../command.ts";
import type { LedgerState } from "../ledger-state.ts";

export function tally(id: string): Key {
  return { kind: "tally", id };
}

/** A closed document, which a command can read only after it requested it. */
export function tallyDoc(id: string, count: number, padding: number = 0): Doc {
  const place = { epoch: 1, ordinal: null, open: false, dueAt: null, expiresAt: null };
  return { ...tally(id), ...place, body: { count, padding: "x".repeat(padding) } };
}

export function countOf(ledger: LedgerState, id: string): number {
  const doc = ledger.doc(tally(id));
  return doc === undefined ? 0 : (doc.body as { readonly count: number }).count;
}

/** Requests the documents, adds one to each, and returns the new counts. */
export function countUp(...ids: readonly string[]): Command<readonly number[]> {
  return {
    name: "count_up",
    reads: [],
    reduce: (ledger) => {
      ledger.request(ids.map(tally));
      const answer = ids.map((id) => countOf(ledger, id) + 1);
      const put = ids.map((id, index) => tallyDoc(id, answer[index] ?? 0));
      return { kind: "changed", answer, changes: changesOn(ledger, { put }) };
    },
  };
}

/** Writes documents without a request. */
export function write(...docs: readonly Doc[]): Command<null> {
  return {
    name: "write",
    reads: [],
    reduce: (ledger) => ({
      kind: "changed",
      answer: null,
      changes: changesOn(ledger, { put: docs }),
    }),
  };
}
