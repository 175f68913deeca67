import type { Decision } from "@agent-treasury/contract";
import { TreasuryError } from "../../errors.ts";
import type { Books } from "../../ledger/books.ts";
import { type Command, type Outcome, changesOn, refused } from "../../ledger/command.ts";
import type { Operator } from "../../ledger/operator.ts";
import {
  type PaymentIdentity,
  isSamePayment,
  paymentModeChanged,
} from "../../ledger/payment-identity.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { isExpired } from "../proposals/expire-proposals.ts";
import { proposalNotFound } from "../proposals/find-proposal.ts";
import { proposalFromDoc, proposalToDoc } from "../proposals/proposal-record.ts";
import { type SpendProposal, proposalKey } from "../proposals/proposal.ts";
import { type HoldTerms, carryOut, holdRefusal } from "../spends/hold-spend.ts";

/** A person's decision. */
export interface DecisionInput {
  readonly proposalId: string;
  readonly decision: Decision;
  readonly operator: Operator;
  readonly comment: string | null;
  /** The processor that is connected, null for none. */
  readonly payment: PaymentIdentity | null;
  /** 128 random bits for the entry, if there will be one. */
  readonly salt: string;
  /** How it is paid outside, if it is approved; left out where the entry itself is the payment. */
  readonly hold?: HoldTerms;
}

/**
 * Records a person's decision, and executes what was approved in the same commit, or
 * holds its amount where somebody outside pays. The same decision
 * again changes nothing; the opposite one is refused.
 */
export function decideProposal(
  input: DecisionInput,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "decide_proposal",
    reads: [proposalKey(input.proposalId)],
    decide: (books, now) => decide(books, input, policy, now),
  };
}

function decide(
  books: Books,
  input: DecisionInput,
  policy: SpendingPolicy,
  now: number,
): Outcome<SpendProposal> {
  const doc = books.doc(proposalKey(input.proposalId));
  if (doc === undefined || doc.epoch !== books.tip.epoch) {
    return refused(proposalNotFound(books.workspaceId, input.proposalId));
  }
  const proposal = proposalFromDoc(doc);
  if (proposal.status !== "pending") return decideAgain(proposal, input.decision);
  const decided: SpendProposal = {
    ...proposal,
    operator: input.operator.name,
    operatorVerified: input.operator.verified,
    comment: input.comment,
    decidedAt: now,
    expiresAt: null,
  };
  if (input.decision === "deny") {
    const denied: SpendProposal = { ...decided, status: "denied" };
    return {
      kind: "changed",
      answer: denied,
      changes: changesOn(books, { put: [proposalToDoc(denied)] }),
    };
  }
  const { payment } = books.tip.account;
  if (!isSamePayment(payment, input.payment)) {
    return refused(paymentModeChanged(payment, input.payment));
  }
  const refusal = holdRefusal(books, input.hold);
  if (refusal !== null) return refused(refusal);
  const approved: SpendProposal = { ...decided, status: "approved" };
  const step = carryOut(books, approved, policy, input.hold, input.salt, now);
  return { kind: "changed", answer: step.proposal, changes: step.changes };
}

/** A decision is final: repeating it is harmless, turning it round is not possible. */
function decideAgain(proposal: SpendProposal, decision: Decision): Outcome<SpendProposal> {
  const made: Decision = proposal.status === "denied" ? "deny" : "approve";
  if (decision === made) return { kind: "unchanged", answer: proposal };
  if (isExpired(proposal)) {
    return refused(
      new TreasuryError("proposal_expired", "The proposal expired before it was approved."),
    );
  }
  const by =
    proposal.operator ??
    (proposal.autoApproved || proposal.verdict === "blocked" ? "policy" : "somebody");
  return refused(
    new TreasuryError(
      "already_decided",
      `The proposal was ${made === "deny" ? "denied" : "approved"} by ${by} and is ${proposal.status}.`,
    ),
  );
}
