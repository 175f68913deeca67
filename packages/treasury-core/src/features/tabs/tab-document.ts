import type { Doc, JsonObject } from "@agent-treasury/provider";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import type { RecordedEvent } from "../../kernel/ledger/recorded-event.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";
import { tabFromDoc, tabKind, type TabRecord } from "./tab-record.ts";

export const tabDocument: DocumentKind = {
  kind: tabKind,
  erasure: "with",
  of: proposalKind,
  // Otherwise the salts of its entries could still be derived.
  erase: (doc) => ({ ...doc, body: { ...(doc.body as JsonObject), salt: null } }),
  eventsOf: (doc, change) => {
    const known = change.known();
    // A new tab has an event as a spend. After an erasure, what it was is unknown.
    return known == null ? [] : eventsBetween(known, doc);
  },
};

const thresholds = [80, 100] as const;

function eventsBetween(before: Doc, after: Doc): readonly RecordedEvent[] {
  const [was, is] = [tabFromDoc(before), tabFromDoc(after)];
  const { id: tabId, closedBecause, closedAt } = is;
  const reached = thresholds.filter(
    (percent) => !hasReached(was, percent) && hasReached(is, percent),
  );
  return [
    ...reached.map((percent): RecordedEvent => ({ kind: "tabThreshold", tabId, percent })),
    ...(is.unknown > was.unknown ? [{ kind: "tabSettlementUnknown", tabId } as const] : []),
    ...(is.unconfirmed.length > was.unconfirmed.length
      ? [{ kind: "tabSettlementUnconfirmed", tabId } as const]
      : []),
    ...(was.closedAt === null && closedAt !== null && closedBecause !== null
      ? [{ kind: "tabClosed", tabId, because: closedBecause } as const]
      : []),
  ];
}

function hasReached({ charged, maximum }: TabRecord, percent: 80 | 100): boolean {
  return charged * 100n >= maximum * BigInt(percent);
}
