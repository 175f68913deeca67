import { TreasuryError } from "../../errors.ts";
import type { Books } from "../../ledger/books.ts";
import { proposalFromDoc } from "./proposal-record.ts";
import { type SpendProposal, proposalKey } from "./proposal.ts";

/** A proposal of whatever epoch, which the command must have said that it reads. */
export function findProposal(books: Books, proposalId: string): SpendProposal | TreasuryError {
  const doc = books.doc(proposalKey(proposalId));
  return doc === undefined ? proposalNotFound(books.workspaceId, proposalId) : proposalFromDoc(doc);
}

/** The refusal of a proposal that is not there. */
export function proposalNotFound(workspaceId: string, proposalId: string): TreasuryError {
  return new TreasuryError(
    "proposal_not_found",
    `There is no proposal ${JSON.stringify(proposalId)} in workspace ${workspaceId}.`,
  );
}
