import {
  type Budget,
  isRequestPermit,
  type LedgerEntry,
  type Proposal,
  type TreasuryState,
} from "@agent-treasury/contract";
import { type Doc, Micros, type Entry } from "@agent-treasury/provider";
import { proposalApprovals } from "../approvals/approval-progress.ts";
import type { SpendingPolicy } from "../judgement/spending-policy.ts";
import { autoApproveDailyOf } from "../judgement/spending-terms.ts";
import type { SpendingLimits } from "../ledger/account.ts";
import { entryFromBody } from "../ledger/chain.ts";
import { timestamp, timestampOrNull } from "../ledger/timestamp.ts";
import { laterMaximum } from "../payees/payee-identity.ts";
import { erasedText } from "../proposals/erased-marker.ts";
import { asOf, proposalFromDoc } from "../proposals/proposal-record.ts";
import { amountPaid, amountToPay, type SpendProposal } from "../proposals/proposal.ts";

/** A stored proposal at a time, at which it may have expired. */
export function shownAt(workspaceId: string, doc: Doc, now: number): Proposal {
  return proposalToWire(workspaceId, asOf(proposalFromDoc(doc), now));
}

export function proposalToWire(workspaceId: string, proposal: SpendProposal): Proposal {
  const { approvedAmount } = proposal;
  const decidedAt = timestampOrNull(proposal.decidedAt);
  // A spend from the ledger is executed at its decision.
  const isAtOnce = proposal.executedAt === proposal.decidedAt;
  return {
    id: proposal.id,
    workspaceId,
    status: proposal.status,
    amountUsd: Micros.toUsd(proposal.amount),
    approvedAmountUsd: approvedAmount === null ? null : Micros.toUsd(approvedAmount),
    capturedUsd: Micros.toUsd(amountPaid(proposal)),
    refundedUsd: Micros.toUsd(proposal.refunded),
    vendor: proposal.vendor,
    purpose: proposal.purpose,
    category: proposal.category,
    turnId: proposal.turnId,
    proposedBy: proposal.proposedBy,
    agentId: proposal.agentId,
    agentLabel: proposal.label,
    onBehalfOf: proposal.behind?.name ?? null,
    verdict: proposal.verdict,
    reason: proposal.reason,
    autoApproved: proposal.autoApproved,
    operator: proposal.operator,
    operatorVerified: proposal.operatorVerified,
    deniedThrough: proposal.deniedBy?.channel ?? null,
    comment: proposal.comment,
    createdAt: timestamp(proposal.createdAt),
    decidedAt,
    executedAt: isAtOnce ? decidedAt : timestampOrNull(proposal.executedAt),
    expiresAt: timestampOrNull(proposal.expiresAt),
    failure: proposal.failure,
    reference: proposal.reference,
    attention: proposal.attention,
    approvals: proposalApprovals(proposal),
    allocationId: proposal.ruling.allocationId,
    rules: proposal.ruling.rules,
    digest: proposal.fixed?.digest ?? null,
    quote: quoteToWire(proposal),
    payout: proposal.payout,
    payee: payeeToWire(proposal),
    hasResource: proposal.hasResource,
  };
}

function quoteToWire({ quote, vendor }: SpendProposal): Proposal["quote"] {
  if (quote === null) return null;
  const { rail, description, maximum, isFixed, expiresAt } = quote;
  return {
    rail,
    payee: vendor,
    description,
    maximumUsd: Micros.toUsd(maximum),
    isFixed,
    expiresAt: timestamp(expiresAt),
  };
}

function payeeToWire(proposal: SpendProposal): Proposal["payee"] {
  const { payee } = proposal.facts.proposed ?? {};
  if (payee === undefined) return null;
  const { known = false, named = false, outside = false, amount } = payee;
  const { status, ruling } = proposal;
  const isWaiting = status === "pending" && !isRequestPermit(proposal);
  // Rules that require approvals of this spend may require them of later ones.
  const makesKnown = isWaiting && ruling.requirements.length === 0;
  return {
    isKnown: known,
    isNamed: named,
    isAfterOutsideContent: outside,
    namedAmountUsd: amount === undefined ? null : Micros.toUsd(Micros.of(amount)),
    laterMaximumUsd: makesKnown ? Micros.toUsd(laterMaximum(amountToPay(proposal))) : null,
  };
}

export function entryToWire(workspaceId: string, entry: Entry): LedgerEntry {
  const record = entryFromBody(entry.body);
  return {
    id: record.id,
    workspaceId,
    sequence: Number(entry.sequence),
    type: record.type,
    amountUsd: Micros.toUsd(entry.amount),
    balanceUsd: Micros.toUsd(entry.balance),
    description: record.description.text ?? erasedText,
    proposalId: record.proposalId,
    reference: record.reference,
    reversalOf: record.reversalOf,
    createdAt: record.createdAt,
    businessDay: record.day,
    previousHash: entry.previousHash,
    hash: entry.hash,
  };
}

/** Which spends policy may approve, beside the limits of the budget. */
export function automaticToWire(
  limits: SpendingLimits,
  policy: SpendingPolicy,
): Pick<TreasuryState, "autoApprovePayees" | "autoApproveDailyUsd"> {
  return {
    autoApprovePayees: policy.autoApprovePayees ?? "known",
    autoApproveDailyUsd: Micros.toUsd(autoApproveDailyOf(limits, policy)),
  };
}

export function budgetToWire(startingCapital: Micros, limits: SpendingLimits): Budget {
  return {
    startingCapitalUsd: Micros.toUsd(startingCapital),
    maxSpendPerActionUsd: Micros.toUsd(limits.maxSpendPerAction),
    autoApproveUnderUsd: Micros.toUsd(limits.autoApproveUnder),
    dailySpendCapUsd: Micros.toUsd(limits.dailySpendCap),
    minReserveUsd: Micros.toUsd(limits.minReserve),
  };
}
