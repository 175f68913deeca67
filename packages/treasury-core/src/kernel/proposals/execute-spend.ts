import { type Doc, type TreasuryError, isTreasuryError, Micros } from "@agent-treasury/provider";
import { withEvidence } from "../approvals/approval-evidence.ts";
import { type ApprovalRecord, approverText } from "../approvals/approval-record.ts";
import type { Judgement } from "../judgement/judgement.ts";
import type { Payout, PayoutTerms, ProposalStep } from "../judgement/payout.ts";
import { recordOf } from "../judgement/record-judgement.ts";
import type { SpendContext } from "../judgement/spend-context.ts";
import type { GuardCharge } from "../judgement/spend-guard.ts";
import { countUsage } from "../judgement/spend-usage.ts";
import { limitsOf } from "../judgement/spending-terms.ts";
import { limitsToRecord } from "../ledger/account.ts";
import { changesOn } from "../ledger/command.ts";
import type { LedgerState, LedgerHead } from "../ledger/ledger-state.ts";
import { type Posted, type PostedRuling, post } from "../ledger/posting.ts";
import { payeeDocs } from "../payees/payee-doc.ts";
import { payeeIdOf } from "../payees/payee-identity.ts";
import { erasedText } from "./erased-marker.ts";
import { proposalToDoc } from "./proposal-record.ts";
import { amountToPay, type SpendProposal } from "./proposal.ts";
import type { SpendRuling } from "./ruling.ts";

export interface SpendExpense {
  readonly amount: Micros;
  readonly approvals: readonly ApprovalRecord[];
  /** Omitted if the entry itself is the payment. */
  readonly reference?: string;
  /** 128 random bits. */
  readonly salt: string;
  /** SHA-256 of the list of charges that it sums up. */
  readonly itemisation?: string;
}

/** A ledger entry is the payment. */
export const ledgerPayout: Payout = { id: "ledger", ends: () => true, begin: executeSpend };

function executeSpend(
  context: SpendContext,
  approved: SpendProposal,
  judgement: Judgement,
  { salt }: PayoutTerms,
): ProposalStep {
  const { ledger, now } = context;
  const failure = judgement.failure();
  if (failure !== null) return refuseSpend(ledger, approved, failure);
  const { approvals } = withEvidence(ledger, approved).ruling;
  const expense = { amount: amountToPay(approved), approvals, salt };
  const posted = postExpense(context, ledger.head, approved, expense);
  if (isTreasuryError(posted)) return refuseSpend(ledger, approved, posted.message);
  const charges = judgement.charges();
  const ruling = rulingAt(approved, judgement, charges);
  const executed: SpendProposal = {
    ...approved,
    status: "executed",
    executedAt: now,
    reference: posted.record.id,
    captured: expense.amount,
    ruling,
  };
  const record = recordOf(executed, judgement);
  const proposal: SpendProposal =
    record === null ? executed : { ...executed, ruling: { ...ruling, judgement: record } };
  const usage = countUsage(context, posted.head, charges, proposal);
  return {
    proposal,
    changes: changesOn(ledger, {
      head: usage.head,
      entries: [posted.entry],
      put: [proposalToDoc(proposal), ...usage.put, ...payeeOf(ledger, proposal, now)],
    }),
  };
}

/** Records the rules that judged the spend. Others may be published before it is settled. */
export function rulingAt(
  { ruling }: SpendProposal,
  { policyDigest }: Judgement,
  charges: readonly GuardCharge[],
): SpendRuling {
  const { rules, proposedUnder = rules } = ruling;
  return {
    ...ruling,
    rules: policyDigest,
    ...(proposedUnder !== policyDigest && { proposedUnder }),
    isCharged: charges.length > 0,
  };
}

/** A payment that a person approved makes its payee known, unless the name was erased meanwhile. */
export function payeeOf({ head }: LedgerState, spend: SpendProposal, now: number): readonly Doc[] {
  if (spend.autoApproved || spend.vendor === erasedText) return [];
  return payeeDocs(payeeIdOf(spend), head.epoch, now);
}

/** Does not check limits. */
export function postExpense(
  { ledger, policy, now }: SpendContext,
  head: LedgerHead,
  spend: SpendProposal,
  { amount, approvals, salt, ...reference }: SpendExpense,
): Posted | TreasuryError {
  return post(
    ledger.workspaceId,
    head,
    {
      type: "expense",
      amount: Micros.negate(amount),
      description: `${spend.vendor}: ${spend.purpose}`,
      proposalId: spend.id,
      ...(spend.deployment !== null && { deployment: spend.deployment }),
      ...reference,
      decision: {
        operator: spend.operator,
        operatorVerified: spend.operatorVerified,
        autoApproved: spend.autoApproved,
        decidedAt: spend.decidedAt ?? now,
        vendor: spend.vendor,
        amount: spend.amount,
        limits: limitsToRecord(limitsOf(head.account, policy)),
        ruled: rulingOf(spend, approvals),
      },
      salt,
    },
    now,
  );
}

function rulingOf(
  { agentId, approvedAmount, ruling }: SpendProposal,
  approvals: readonly ApprovalRecord[],
): PostedRuling {
  const { rules, allocationId } = ruling;
  return {
    rules,
    agentId,
    allocationId,
    ...(approvedAmount !== null && { approvedAmount }),
    approvers: approvals.map(approverText),
  };
}

/** Fails an approved spend that a limit or rule does not allow. */
export function refuseSpend(
  ledger: LedgerState,
  approved: SpendProposal,
  failure: string,
): ProposalStep {
  const facts = { ...approved.facts, refused: true } as const;
  return failSpend(ledger, { ...approved, facts }, failure);
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
