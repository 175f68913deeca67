import { type TreasuryError, isTreasuryError, Micros } from "@agent-treasury/provider";
import { limitsToRecord } from "../../ledger/account.ts";
import { type Changes, changesOn } from "../../ledger/command.ts";
import type { LedgerState, LedgerHead } from "../../ledger/ledger-state.ts";
import { type Posted, post } from "../../ledger/posting.ts";
import { limitsOf, type SpendingPolicy, violationOf } from "../policy/spending-policy.ts";
import { proposalToDoc } from "./proposal-record.ts";
import type { SpendProposal } from "./proposal.ts";

export interface ProposalStep {
  readonly proposal: SpendProposal;
  readonly changes: Changes;
}

export interface SpendExpense {
  readonly amount: Micros;
  /** Omitted if the entry itself is the payment. */
  readonly reference?: string;
  /** 128 random bits. */
  readonly salt: string;
}

/** Fails if a hard limit does not allow the spend now, even after an approval. */
export function executeSpend(
  ledger: LedgerState,
  approved: SpendProposal,
  policy: SpendingPolicy,
  salt: string,
  now: number,
): ProposalStep {
  const { account } = ledger.head;
  const violation = violationOf(approved.amount, account, limitsOf(account, policy));
  if (violation !== null) return failSpend(ledger, approved, violation.explanation);
  const expense = { amount: approved.amount, salt };
  const posted = postExpense(ledger.workspaceId, ledger.head, approved, expense, policy, now);
  if (isTreasuryError(posted)) return failSpend(ledger, approved, posted.message);
  const proposal: SpendProposal = {
    ...approved,
    status: "executed",
    executedAt: now,
    reference: posted.record.id,
    captured: approved.amount,
  };
  return {
    proposal,
    changes: changesOn(ledger, {
      head: posted.head,
      entries: [posted.entry],
      put: [proposalToDoc(proposal)],
    }),
  };
}

/** Does not check limits. */
export function postExpense(
  workspaceId: string,
  head: LedgerHead,
  spend: SpendProposal,
  { amount, salt, ...reference }: SpendExpense,
  policy: SpendingPolicy,
  now: number,
): Posted | TreasuryError {
  return post(
    workspaceId,
    head,
    {
      type: "expense",
      amount: Micros.negate(amount),
      description: `${spend.vendor}: ${spend.purpose}`,
      proposalId: spend.id,
      ...reference,
      decision: {
        operator: spend.operator,
        operatorVerified: spend.operatorVerified,
        autoApproved: spend.autoApproved,
        decidedAt: spend.decidedAt ?? now,
        vendor: spend.vendor,
        amount: spend.amount,
        limits: limitsToRecord(limitsOf(head.account, policy)),
      },
      salt,
    },
    now,
  );
}

export function failSpend(
  ledger: LedgerState,
  approved: SpendProposal,
  failure: string,
): ProposalStep {
  const proposal: SpendProposal = {
    ...approved,
    status: "failed",
    failure,
    hold: null,
    attention: null,
  };
  return { proposal, changes: changesOn(ledger, { put: [proposalToDoc(proposal)] }) };
}
