import { type Doc, type Micros, TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../../../kernel/errors.ts";
import type { ProposalStep } from "../../../kernel/judgement/payout.ts";
import type { SpendContext } from "../../../kernel/judgement/spend-context.ts";
import { requestUsage } from "../../../kernel/judgement/spend-usage.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import { type Command, type Outcome, unchanged } from "../../../kernel/ledger/command.ts";
import { keptDoc } from "../../../kernel/ledger/kept-doc.ts";
import { isLeaseOver, longestLeaseMs } from "../../../kernel/ledger/lease-over.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import type { Operator } from "../../../kernel/ledger/operator.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { amountHeld, proposalKey, type SpendProposal } from "../../../kernel/proposals/proposal.ts";
import { reviewReads } from "../reviews/open-review.ts";
import { settledSpend } from "./held-spend.ts";
import { releaseHold } from "./hold-spend.ts";
import { captureKey, recordCaptures } from "./record-captures.ts";

export interface SpendResolution {
  readonly proposalId: string;
  readonly outcome: "paid" | "not_paid";
  /** Null for the amount held. */
  readonly captured: Micros | null;
  /** The payment id that identifies late events. */
  readonly reference: string | null;
  readonly operator: Operator;
  /** 128 random bits. */
  readonly salt: string;
  /** 128 random bits. */
  readonly auditId: string;
}

/**
 * Closes a payment manually. Repeating the resolution changes nothing; the opposite one is
 * rejected.
 */
export function resolveSpend(
  resolution: SpendResolution,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "resolve_spend",
    reads: [
      proposalKey(resolution.proposalId),
      captureKey(captureIdOf(resolution)),
      ...reviewReads(policy, resolution.proposalId),
    ],
    reduce: (ledger, now) => resolve({ ledger, policy, now }, resolution),
  };
}

function resolve(
  context: SpendContext<SpendingPolicy>,
  resolution: SpendResolution,
): Outcome<SpendProposal> {
  const { ledger, now } = context;
  const spend = settledSpend(ledger, resolution.proposalId);
  if (spend.hold === null) return resolveAgain(spend, resolution);
  requestUsage(context, spend);
  if (spend.hold.calling && !isLeaseOver(spend.hold.dueAt, now, longestLeaseMs)) {
    throw new TreasuryError("funds_held", "The payment executor is processing this spend.");
  }
  if (resolution.outcome === "paid" && ledger.isClaimed(captureKey(captureIdOf(resolution)))) {
    throw invalidRequest("`reference` names a payment that is already recorded.");
  }
  const step = close(context, spend, resolution);
  const put = [...step.changes.put, auditDoc(ledger, resolution, now)];
  return { kind: "changed", answer: step.proposal, changes: { ...step.changes, put } };
}

function close(
  context: SpendContext<SpendingPolicy>,
  spend: SpendProposal,
  resolution: SpendResolution,
): ProposalStep {
  if (resolution.outcome === "not_paid") {
    const failure = `${nameOf(resolution.operator)} found that it was not paid.`;
    return releaseHold(context, spend, failure);
  }
  const capture = {
    id: captureIdOf(resolution),
    amount: resolution.captured ?? amountHeld(spend),
  };
  const reference = resolution.reference ?? spend.reference ?? capture.id;
  return recordCaptures(context, spend, {
    captures: [capture],
    reference,
    salt: resolution.salt,
  });
}

function resolveAgain(spend: SpendProposal, { outcome }: SpendResolution): Outcome<SpendProposal> {
  const closed = outcome === "paid" ? "executed" : "failed";
  if (spend.status === closed) return unchanged(spend);
  throw new TreasuryError(
    "already_decided",
    `Nothing is held for the spend, which is ${spend.status}.`,
  );
}

function captureIdOf({ reference, proposalId }: SpendResolution): string {
  return reference ?? `resolved ${proposalId}`;
}

function nameOf({ name }: Operator): string {
  return name ?? "A person";
}

function auditDoc({ head }: LedgerState, resolution: SpendResolution, now: number): Doc {
  const { proposalId, outcome, reference, operator, auditId } = resolution;
  return keptDoc({ kind: "spend_resolution", id: auditId }, head.epoch, {
    proposalId,
    outcome,
    reference,
    operator: operator.name,
    operatorVerified: operator.verified,
    at: timestamp(now),
  });
}

export interface SpendRelease {
  readonly proposalId: string;
  readonly failure: string;
  /** The lease of the reporting call, which must be current. Omitted for events. */
  readonly lease?: string;
}

/** Spends without a hold stay unchanged. */
export function releaseSpend(
  { proposalId, failure, lease }: SpendRelease,
  policy: SpendingPolicy,
): Command<SpendProposal> {
  return {
    name: "release_spend",
    reads: [proposalKey(proposalId), ...reviewReads(policy, proposalId)],
    reduce: (ledger, now) => {
      const spend = settledSpend(ledger, proposalId);
      const isTheirs = lease === undefined || spend.hold?.lease === lease;
      if (spend.hold === null || !isTheirs) return unchanged(spend);
      const context = { ledger, policy, now };
      requestUsage(context, spend);
      const { proposal, changes } = releaseHold(context, spend, failure);
      return { kind: "changed", answer: proposal, changes };
    },
  };
}
