import type { ProposalStatus } from "@agent-treasury/contract";
import { microsToText, toMicros } from "../../money/micros.ts";
import type { Doc } from "../../ports/storage.ts";
import { type SpendProposal, proposalKind } from "./proposal.ts";

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
    amount: microsToText(amount),
    captured: microsToText(captured),
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
    amount: toMicros(body.amount),
    captured: toMicros(body.captured),
  };
}
