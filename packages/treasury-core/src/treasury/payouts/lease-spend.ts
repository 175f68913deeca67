import { isTreasuryError } from "@agent-treasury/provider";
import type { Books } from "../../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../../ledger/command.ts";
import { isLeaseOver, longestLeaseMs } from "../../ledger/lease-over.ts";
import { findProposal, proposalToDoc } from "../proposals/proposal-record.ts";
import { type SpendHold, type SpendProposal, proposalKey } from "../proposals/proposal.ts";

/** A payment under way that somebody took over. */
export interface TakenSpend {
  readonly spend: SpendProposal & { readonly hold: SpendHold };
  /** When it was taken over, by the storage's clock. */
  readonly takenAt: number;
}

/** Who takes a payment over, and for how long. */
export interface SpendLease {
  readonly proposalId: string;
  readonly lease: string;
  readonly leaseMs: number;
}

/**
 * Takes a payment over whose time has come; null when it is over, or when somebody else was first. Of
 * any number of processes that try, one gets it.
 */
export function takeOverSpend({
  proposalId,
  lease,
  leaseMs,
}: SpendLease): Command<TakenSpend | null> {
  return {
    name: "take_over_spend",
    reads: [proposalKey(proposalId)],
    reduce: (books, now) => {
      const spend = findProposal(books, proposalId);
      if (isTreasuryError(spend)) return refused(spend);
      const { hold } = spend;
      if (hold === null || !isLeaseOver(hold.dueAt, now, longestLeaseMs)) {
        return { kind: "unchanged", answer: null };
      }
      const taken: SpendHold = {
        ...hold,
        lease,
        dueAt: now + leaseMs,
        calling: true,
        recoveries: hold.recoveries + 1,
      };
      const next = { ...spend, hold: taken };
      const changes = changesOn(books, { put: [proposalToDoc(next)] });
      return { kind: "changed", answer: { spend: next, takenAt: now }, changes };
    },
  };
}

/** A payment that is not over. */
export interface SpendPostponement {
  readonly proposalId: string;
  /** Only while this one carries it on. */
  readonly lease: string;
  /** After which somebody looks again. */
  readonly delayMs: number;
  /** The executor's id of the payment, null to leave what is known. */
  readonly reference: string | null;
  readonly attention: string | null;
}

/** Notes that a payment is under way still, and when to look again. The amount stays held. */
export function postponeSpend(postponement: SpendPostponement): Command<SpendProposal> {
  return {
    name: "postpone_spend",
    reads: [proposalKey(postponement.proposalId)],
    reduce: (books, now) => postpone(books, postponement, now),
  };
}

function postpone(
  books: Books,
  { proposalId, lease, delayMs, reference, attention }: SpendPostponement,
  now: number,
): Outcome<SpendProposal> {
  const spend = findProposal(books, proposalId);
  if (isTreasuryError(spend)) return refused(spend);
  if (spend.hold?.lease !== lease) return { kind: "unchanged", answer: spend };
  const hold: SpendHold = { ...spend.hold, dueAt: now + delayMs, calling: false };
  const next = { ...spend, hold, attention, reference: reference ?? spend.reference };
  return {
    kind: "changed",
    answer: next,
    changes: changesOn(books, { put: [proposalToDoc(next)] }),
  };
}
