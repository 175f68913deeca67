import type { Doc } from "@agent-treasury/provider";
import type { Books } from "../../ledger/books.ts";
import { isLeaseOver, longestLeaseMs } from "../../ledger/lease-over.ts";
import { holdsMoney, proposalFromDoc, proposalToDoc } from "./proposal-record.ts";
import { proposalKind } from "./proposal.ts";

/** Payments whose lease was written under a clock far ahead, made due now: a recovery finds only what is due. */
export function endOverlongHolds(books: Books, now: number): Doc[] {
  const ended: Doc[] = [];
  for (const doc of books.openDocs(proposalKind)) {
    if (doc.dueAt === null || doc.dueAt <= now || !holdsMoney(doc)) continue;
    if (!isLeaseOver(doc.dueAt, now, longestLeaseMs)) continue;
    const proposal = proposalFromDoc(doc);
    if (proposal.hold === null) continue;
    ended.push(proposalToDoc({ ...proposal, hold: { ...proposal.hold, dueAt: now } }));
  }
  return ended;
}
