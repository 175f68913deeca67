import type { Entry, EntryRewrite } from "@agent-treasury/provider";
import {
  entryFromBody,
  type EntryRecord,
  entryToBody,
  type Ruling,
} from "../../kernel/ledger/chain.ts";

/** Null if there is nothing to erase before that time. */
export function erasedEntry(entry: Entry, before: number): EntryRewrite | null {
  const record = entryFromBody(entry.body);
  if (record.salt === null || Date.parse(record.createdAt) >= before) return null;
  const { description, decision } = record;
  const erased: EntryRecord = {
    ...record,
    salt: null,
    description: { ...description, text: null },
    decision: decision && {
      ...decision,
      operator: decision.operator && { ...decision.operator, text: null },
      vendor: { ...decision.vendor, text: null },
      ...(decision.ruled && { ruled: erasedRuling(decision.ruled) }),
    },
  };
  return { sequence: entry.sequence, hash: entry.hash, body: entryToBody(erased) };
}

function erasedRuling(ruled: Ruling): Ruling {
  return { ...ruled, approvers: ruled.approvers.map((one) => ({ ...one, text: null })) };
}
