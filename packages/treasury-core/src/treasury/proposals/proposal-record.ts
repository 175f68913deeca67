import type { ProposalStatus } from "@agent-treasury/contract";
import { type Doc, Micros, TreasuryError } from "@agent-treasury/provider";
import type { Books } from "../../ledger/books.ts";
import { isLeaseOver, longestLeaseMs } from "../../ledger/lease-over.ts";
import { proposalKey, proposalKind, type SpendProposal } from "./proposal.ts";

type ProposalBody = Omit<SpendProposal, "id" | "epoch" | "ordinal" | "amount" | "captured"> & {
  readonly amount: string;
  readonly captured: string;
};

/** Writes a proposal for a storage: open while it waits for a person or holds money. */
export function proposalToDoc(proposal: SpendProposal): Doc {
  const { id, epoch, ordinal, amount, captured, hold, ...rest } = proposal;
  const body = {
    ...rest,
    hold: hold && { ...hold },
    amount: Micros.toText(amount),
    captured: Micros.toText(captured),
  } satisfies ProposalBody;
  return {
    kind: proposalKind,
    id,
    epoch,
    ordinal,
    open: proposal.status === "pending" || proposal.status === "approved",
    dueAt: hold?.dueAt ?? (proposal.status === "pending" ? proposal.expiresAt : null),
    expiresAt: null,
    body,
  };
}

/** A proposal's status alone: hundreds are open at once, and every spend goes through all of them. */
export function statusOf(doc: Doc): ProposalStatus {
  return (doc.body as unknown as ProposalBody).status;
}

/** The MCP client that proposed a spend, null for the built-in agent. */
export function proposerOf(doc: Doc): string | null {
  return (doc.body as unknown as ProposalBody).proposedBy;
}

/** Whether an amount is set aside for a proposal. */
export function holdsMoney(doc: Doc): boolean {
  return (doc.body as unknown as ProposalBody).hold !== null;
}

/** Reads what `proposalToDoc` wrote. */
export function proposalFromDoc(doc: Doc): SpendProposal {
  const body = doc.body as unknown as ProposalBody;
  return {
    ...body,
    id: doc.id,
    epoch: doc.epoch,
    ordinal: doc.ordinal ?? 0n,
    amount: Micros.of(body.amount),
    captured: Micros.of(body.captured),
  };
}

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
