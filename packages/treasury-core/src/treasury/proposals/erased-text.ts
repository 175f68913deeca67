import type { Doc, Entry, EntryRewrite } from "@agent-treasury/provider";
import { entryFromBody, type EntryRecord, entryToBody } from "../../ledger/chain.ts";
import { isExpired, proposalFromDoc, proposalToDoc } from "./proposal-record.ts";
import { proposalKind } from "./proposal.ts";

/** Stands where a text was erased for a person's sake. */
export const erasedText = "[erased]";

/** An entry without its texts and their salt; null when it has none, or is not older than `before`. */
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
    },
  };
  return { sequence: entry.sequence, hash: entry.hash, body: entryToBody(erased) };
}

/** What became of a document's text. */
export type ErasedDoc =
  | { readonly kind: "none" }
  /** Somebody is to decide on it, or it is being paid: that takes its words. */
  | { readonly kind: "waits" }
  | { readonly kind: "erased"; readonly doc: Doc };

/** A document without the free text in it, when it is older than `before`. */
export function erasedDoc(doc: Doc, before: number): ErasedDoc {
  if (doc.kind === "late_reversal") return erasedReversal(doc, before);
  if (doc.kind !== proposalKind) return { kind: "none" };
  const proposal = proposalFromDoc(doc);
  const { createdAt, vendor, purpose, reason, comment, operator } = proposal;
  const texts = [vendor, purpose, reason, comment ?? erasedText, operator ?? erasedText];
  if (createdAt >= before || texts.every((text) => text === erasedText)) return { kind: "none" };
  if (doc.open) return { kind: "waits" };
  const erased = proposalToDoc({
    ...proposal,
    vendor: erasedText,
    purpose: erasedText,
    reason: erasedText,
    category: null,
    comment: comment === null ? null : erasedText,
    operator: operator === null ? null : erasedText,
    // That it expired is no text of anybody's, and decides what a later click is told.
    failure: proposal.failure === null || isExpired(proposal) ? proposal.failure : erasedText,
    attention: proposal.attention === null ? null : erasedText,
  });
  return { kind: "erased", doc: erased };
}

function erasedReversal(doc: Doc, before: number): ErasedDoc {
  const body = doc.body as { readonly description: string; readonly at: string };
  if (body.description === erasedText || Date.parse(body.at) >= before) return { kind: "none" };
  return { kind: "erased", doc: { ...doc, body: { ...body, description: erasedText, salt: "" } } };
}
