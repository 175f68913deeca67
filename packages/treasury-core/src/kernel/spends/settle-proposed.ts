import type { Micros } from "@agent-treasury/provider";
import { openProposalDocs } from "../approvals/approval-evidence.ts";
import { authorNames, backedBy, type Backing, mayBeBacked } from "../approvals/back-spend.ts";
import { mayApproveItself } from "../judgement/automatic-approval.ts";
import type { Judgement } from "../judgement/judgement.ts";
import type { PayoutTerms, ProposalStep } from "../judgement/payout.ts";
import { withJudgement } from "../judgement/record-judgement.ts";
import type { SpendContext } from "../judgement/spend-context.ts";
import { payoutOf, type SpendingPolicy } from "../judgement/spending-policy.ts";
import { changesOn } from "../ledger/command.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { personsBehind } from "../ledger/person.ts";
import { fixProposal } from "../proposals/proposal-digest.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { evaluationFacts } from "../proposals/record-facts.ts";

/** Denies a proposed spend, approves it by policy or by standing approvals, or leaves it pending. */
export function settleProposed(
  context: SpendContext<SpendingPolicy>,
  drafted: SpendProposal,
  judgement: Judgement,
  terms: PayoutTerms,
  usedToday: Micros,
): ProposalStep {
  const { ledger, policy, now } = context;
  if (drafted.verdict === "blocked") {
    return withJudgement(ledger, denied(ledger, drafted, now), judgement);
  }
  const isAutomatic = mayApproveItself(context, drafted, judgement, usedToday);
  const payout = payoutOf(policy, drafted, terms.hold);
  const isPossible = (payout.obstacle?.(ledger, drafted) ?? null) === null;
  if (isAutomatic && isPossible) {
    const approved: SpendProposal = { ...approvedAt(drafted, now), autoApproved: true };
    const step = payout.begin(context, approved, judgement, terms);
    return withJudgement(ledger, step, judgement);
  }
  const undecided = isAutomatic ? withObstacle(drafted) : drafted;
  const fixed = fixProposal(ledger.workspaceId, undecided, terms.salt);
  const proposal: SpendProposal = { ...undecided, fixed };
  const backing = backingOf(drafted, judgement);
  if (backing.isComplete && isPossible && judgement.person !== "now") {
    const judged = judgement.using(backing.used);
    const approved = approvedInAdvance(context, proposal, backing, judged);
    const step = payout.begin(context, approved, judged, terms);
    return withJudgement(ledger, step, judged);
  }
  // Shown as given. Each decision adds them again, because they may have ended.
  const approvals = backing.isComplete ? [] : backing.approvals;
  const ruling = { ...proposal.ruling, approvals };
  const pending: SpendProposal = { ...proposal, ruling, ...followUpTimes(policy, now) };
  const step = {
    proposal: pending,
    changes: changesOn(ledger, { put: openProposalDocs(pending) }),
  };
  return withJudgement(ledger, step, judgement);
}

/** Returns when a proposal that stays pending is reminded of and escalated. */
function followUpTimes(
  { followUp }: SpendingPolicy,
  now: number,
): Pick<SpendProposal, "remindAt" | "escalateAt"> {
  const after = (ms: number | null | undefined): number | null => (ms == null ? null : now + ms);
  return { remindAt: after(followUp?.remindAfterMs), escalateAt: after(followUp?.escalateAfterMs) };
}

function denied(ledger: LedgerState, drafted: SpendProposal, now: number): ProposalStep {
  const proposal: SpendProposal = {
    ...drafted,
    status: "denied",
    decidedAt: now,
    expiresAt: null,
    failure: drafted.reason,
  };
  return { proposal, changes: changesOn(ledger, { put: [proposalToDoc(proposal)] }) };
}

function approvedAt(drafted: SpendProposal, now: number): SpendProposal {
  return { ...drafted, status: "approved", decidedAt: now, expiresAt: null };
}

function backingOf(drafted: SpendProposal, { offers, requirements }: Judgement): Backing {
  const allowed = mayBeBacked(drafted) ? offers : [];
  return backedBy(allowed, [], { requirements, proposer: personsBehind(drafted.behind) });
}

function approvedInAdvance(
  context: SpendContext,
  proposal: SpendProposal,
  { approvals }: Backing,
  judgement: Judgement,
): SpendProposal {
  const { now } = context;
  const evaluated = evaluationFacts(context, proposal.amount, judgement);
  return {
    ...approvedAt(proposal, now),
    operator: authorNames(approvals),
    operatorVerified: approvals.every(({ verified }) => verified),
    ruling: { ...proposal.ruling, approvals },
    facts: { ...proposal.facts, approved: { ...evaluated, at: now } },
  };
}

/** Too many payments are in flight. */
function withObstacle(drafted: SpendProposal): SpendProposal {
  const { proposed } = drafted.facts;
  return {
    ...drafted,
    facts: { ...(proposed && { proposed: { ...proposed, obstacle: "held" } }) },
  };
}
