import type { Key } from "@agent-treasury/provider";
import { type Command, changesOn } from "../../ledger/command.ts";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { Operator } from "../../ledger/operator.ts";
import { timestamp } from "../../ledger/timestamp.ts";
import { erasedDoc } from "../proposals/erased-text.ts";

/** Who had texts erased, and which. */
export interface Erasure {
  /** 128 random bits, the id of the audit record. */
  readonly auditId: string;
  readonly operator: Operator;
  /** Milliseconds since 1970; what is older loses its texts. */
  readonly before: number;
}

/** What was done until now; the audit record has it. */
export interface ErasureCounts {
  readonly entries: number;
  readonly documents: number;
  /** Proposals that wait or are being paid, which keep their texts. */
  readonly kept: number;
  /** What turns of the agent had written down; a turn goes whole. */
  readonly turnRecords: number;
}

/** Writes down who has texts erased: `finished` false before the first, true after the last. */
export function recordErasure(
  { auditId, operator, before }: Erasure,
  counts: ErasureCounts,
  finished: boolean,
): Command<null> {
  return {
    name: "record_erasure",
    reads: [],
    reduce: (books, now) => {
      const record = keptDoc({ kind: "text_erasure", id: auditId }, books.tip.epoch, {
        operator: operator.name,
        operatorVerified: operator.verified,
        before: timestamp(before),
        ...counts,
        finished,
        at: timestamp(now),
      });
      return { kind: "changed", answer: null, changes: changesOn(books, { put: [record] }) };
    },
  };
}

/** Takes the texts out of documents, as they are in the moment of the commit. */
export function eraseDocs(keys: readonly Key[], before: number): Command<number> {
  return {
    name: "erase_documents",
    reads: keys,
    reduce: (books) => {
      const put = keys.flatMap((key) => {
        const doc = books.doc(key);
        const erased = doc && erasedDoc(doc, before);
        return erased?.kind === "erased" ? [erased.doc] : [];
      });
      if (put.length === 0) return { kind: "unchanged", answer: 0 };
      return { kind: "changed", answer: put.length, changes: changesOn(books, { put }) };
    },
  };
}
