import { TreasuryError, isTreasuryError } from "../../errors.ts";
import type { Books } from "../../ledger/books.ts";
import { type Command, type Outcome, refused } from "../../ledger/command.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { findProposal } from "../proposals/find-proposal.ts";
import { type SpendProposal, proposalKey } from "../proposals/proposal.ts";
import { type CapturedPayment, captureKey, recordCaptures } from "../spends/record-captures.ts";

/** What an executor paid for a proposal. */
export interface SpendPayment extends CapturedPayment {
  readonly proposalId: string;
}

/**
 * Records what an executor paid, each capture once by its own id, whoever tells it: the call that paid,
 * whoever took it over, or an event weeks later. The first capture settles the hold. A payment of a
 * spend that was released, or of an epoch before a reset, is recorded all the same, in the ledger that
 * is open now.
 */
export function captureSpend(
  payment: SpendPayment,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "capture_spend",
    reads: [proposalKey(payment.proposalId), ...payment.captures.map(({ id }) => captureKey(id))],
    decide: (books, now) => capture(books, payment, policy, now),
  };
}

function capture(
  books: Books,
  { proposalId, ...payment }: SpendPayment,
  policy: SpendingPolicy,
  now: number,
): Outcome<SpendProposal> {
  const spend = findProposal(books, proposalId);
  if (isTreasuryError(spend)) return refused(spend);
  const captures = payment.captures.filter(({ id }) => !books.isClaimed(captureKey(id)));
  if (captures.length === 0) return { kind: "unchanged", answer: spend };
  if (spend.status === "pending" || spend.status === "denied") {
    return refused(
      new TreasuryError(
        "invalid_request",
        `The proposal ${JSON.stringify(proposalId)} is ${spend.status}: nobody was asked to pay it.`,
      ),
    );
  }
  const step = recordCaptures(books, spend, { ...payment, captures }, policy, now);
  return { kind: "changed", answer: step.proposal, changes: step.changes };
}
