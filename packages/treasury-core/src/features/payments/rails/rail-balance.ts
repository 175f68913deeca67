import type { Doc, Key } from "@agent-treasury/provider";
import type { DocumentKind } from "../../../kernel/documents/document-kind.ts";
import { type Command, changed, unchanged } from "../../../kernel/ledger/command.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";

/** Whether the account of an executor was low when last looked at. In the deployment's workspace. */
export const railBalanceKind = "rail_balance";

/** Records a fall below the threshold or its end once, whichever process sees it. */
export function recordRailBalance(rail: string, isLow: boolean): Command<void> {
  const key: Key = { kind: railBalanceKind, id: rail };
  return {
    name: "record_rail_balance",
    reads: [key],
    reduce: (ledger, now) => {
      if (isLow === wasLow(ledger.doc(key))) return unchanged(undefined);
      const put = [keptDoc(key, ledger.head.epoch, { isLow, at: timestamp(now) })];
      return changed(ledger, undefined, { put });
    },
  };
}

export function wasLow(doc: Doc | undefined): boolean {
  return (doc?.body as { readonly isLow?: boolean } | undefined)?.isLow === true;
}

export const railBalanceDocument: DocumentKind = {
  kind: railBalanceKind,
  erasure: "none",
  eventsOf: (doc, { before }) =>
    wasLow(doc) && !wasLow(before.doc(doc)) ? [{ kind: "railBalanceLow", rail: doc.id }] : [],
};
