import type { Books } from "../../ledger/books.ts";
import type { Doc } from "../../ports/storage.ts";
import { proposalFromDoc, proposalToDoc } from "./proposal-record.ts";
import { type SpendProposal, proposalKind } from "./proposal.ts";

const expiryNotice = "Nobody decided before the proposal expired.";

/** The proposal as it is at `now`: one that waited too long is denied. */
export function asOf(proposal: SpendProposal, now: number): SpendProposal {
  if (proposal.status !== "pending" || proposal.expiresAt === null || proposal.expiresAt > now) {
    return proposal;
  }
  return { ...proposal, status: "denied", decidedAt: proposal.expiresAt, failure: expiryNotice };
}

/** Whether it was time that denied a proposal. */
export function isExpired(proposal: SpendProposal): boolean {
  return proposal.status === "denied" && proposal.failure === expiryNotice;
}

/** The documents of proposals that waited too long, as they are to be recorded. */
export function expireProposals(books: Books, now: number): Doc[] {
  const expired: Doc[] = [];
  for (const doc of books.openDocs(proposalKind)) {
    if (doc.dueAt === null || doc.dueAt > now) continue;
    const proposal = proposalFromDoc(doc);
    const current = asOf(proposal, now);
    if (current !== proposal) expired.push(proposalToDoc(current));
  }
  return expired;
}
