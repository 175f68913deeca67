import { TreasuryError, isTreasuryError } from "../../errors.ts";
import type { Books, Tip } from "../../ledger/books.ts";
import { changesOn } from "../../ledger/command.ts";
import { sha256Hex } from "../../ledger/hash.ts";
import { add, subtract } from "../../money/micros.ts";
import { formatUsd } from "../../money/usd.ts";
import type { SpendCapture } from "../../ports/payment-executor.ts";
import type { Entry, Key } from "../../ports/storage.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { type ProposalStep, postExpense } from "./execute-spend.ts";
import { withoutHold } from "./hold-spend.ts";

/** Money that left for a spend. */
export interface CapturedPayment {
  readonly captures: readonly SpendCapture[];
  /** The executor's id of the payment. */
  readonly reference: string;
  /** 128 random bits for the entries. */
  readonly salt: string;
}

/** The key of the claim on a movement of money: it is recorded once, in whatever epoch. */
export function captureKey(captureId: string): Key {
  return { kind: "capture", id: captureId };
}

/**
 * Records what was captured, on the day of recording. No limit is asked, for the money is gone: what
 * is beyond the amount that was approved is flagged. What the ledger cannot hold is no reason to call
 * a payment failed, so the spend then stays as it is, flagged.
 */
export function recordCaptures(
  books: Books,
  spend: SpendProposal,
  { captures, reference, salt }: CapturedPayment,
  policy: SpendingPolicy,
  now: number,
): ProposalStep {
  const entries: Entry[] = [];
  let tip: Tip = spend.hold === null ? books.tip : withoutHold(books.tip, spend);
  let captured = spend.captured;
  for (const { id, amount } of captures) {
    const expense = { amount, reference: id, salt: saltOf(salt, id) };
    const posted = postExpense(books.workspaceId, tip, spend, expense, policy, now);
    if (isTreasuryError(posted)) return flagged(books, spend, posted, captures);
    entries.push(posted.entry);
    captured = add(captured, amount);
    tip = posted.tip;
  }
  const paid: SpendProposal = {
    ...spend,
    status: "executed",
    executedAt: spend.executedAt ?? now,
    reference,
    captured,
    hold: null,
    failure: null,
  };
  const proposal: SpendProposal = { ...paid, attention: attentionTo(spend, paid) };
  const claim = captures.map(({ id }) => ({ key: captureKey(id), expiresAt: null }));
  const changes = changesOn(books, { tip, entries, put: [proposalToDoc(proposal)], claim });
  return { proposal, changes };
}

/** What a person should look at in a payment that is recorded. */
function attentionTo(before: SpendProposal, paid: SpendProposal): string | null {
  const notes: string[] = [];
  if (before.status === "failed") {
    notes.push(`It was paid although it had been released (${before.failure ?? "no reason"}).`);
  }
  if (paid.captured > paid.amount) {
    const excess = subtract(paid.captured, paid.amount);
    notes.push(
      `${formatUsd(paid.captured)} USD were captured, ${formatUsd(excess)} USD more than was approved.`,
    );
  }
  return notes.length === 0
    ? before.status === "executed"
      ? before.attention
      : null
    : notes.join(" ");
}

function flagged(
  books: Books,
  spend: SpendProposal,
  error: TreasuryError,
  captures: readonly SpendCapture[],
): ProposalStep {
  const amounts = captures.map(({ amount }) => `${formatUsd(amount)} USD`).join(", ");
  const attention = `${amounts} were captured, but are not in the ledger: ${error.message}`;
  const proposal: SpendProposal = { ...spend, attention };
  return { proposal, changes: changesOn(books, { put: [proposalToDoc(proposal)] }) };
}

/** Entries of one payment are sealed apart, so that one can be erased without the others. */
function saltOf(salt: string, captureId: string): string {
  return sha256Hex(JSON.stringify([salt, captureId])).slice(0, 32);
}
