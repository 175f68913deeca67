import type { Micros } from "@agent-treasury/provider";
import { changesOn } from "../../ledger/command.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { personsBehind } from "../../ledger/person.ts";
import { openProposalDocs } from "../approvals/approval-evidence.ts";
import { authorNames, backedBy, type Backing, mayBeBacked } from "../approvals/back-spend.ts";
import { carryOut, hasRoom } from "../payouts/hold-spend.ts";
import type { HoldTerms } from "../payouts/hold-terms.ts";
import { mayApproveItself } from "../policy/automatic-approval.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { followUpTimes } from "../proposals/follow-up.ts";
import { fixProposal } from "../proposals/proposal-digest.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { evaluationFacts } from "../proposals/record-facts.ts";
import type { Judgement } from "../spends/judgement.ts";
import type { ProposalStep } from "../spends/proposal-step.ts";
import { withJudgement } from "../spends/record-judgement.ts";

export interface ProposedTerms {
  /** 128 random bits. */
  readonly salt: string;
  /** Omitted if the entry itself is the payment. */
  readonly hold?: HoldTerms;
}

/** Denies a proposed spend, approves it by policy or by standing approvals, or leaves it pending. */
export function settleProposed(
  ledger: LedgerState,
  drafted: SpendProposal,
  judgement: Judgement,
  { salt, hold }: ProposedTerms,
  policy: SpendingPolicy,
  usedToday: Micros,
  now: number,
): ProposalStep {
  if (drafted.verdict === "blocked") {
    return withJudgement(ledger, denied(ledger, drafted, now), judgement);
  }
  const isAutomatic = mayApproveItself(ledger, drafted, judgement, policy, usedToday);
  const isPossible = hasRoom(ledger, hold);
  if (isAutomatic && isPossible) {
    const approved: SpendProposal = { ...approvedAt(drafted, now), autoApproved: true };
    const step = carryOut(ledger, approved, judgement, policy, hold, salt, now);
    return withJudgement(ledger, step, judgement);
  }
  const undecided = isAutomatic ? withObstacle(drafted) : drafted;
  const fixed = fixProposal(ledger.workspaceId, undecided, salt);
  const proposal: SpendProposal = { ...undecided, fixed };
  const backing = backingOf(drafted, judgement);
  if (backing.isComplete && isPossible && judgement.person !== "now") {
    const judged = judgement.using(backing.used);
    const approved = approvedInAdvance(ledger, proposal, backing, judged, policy, now);
    const step = carryOut(ledger, approved, judged, policy, hold, salt, now);
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
  ledger: LedgerState,
  proposal: SpendProposal,
  { approvals }: Backing,
  judgement: Judgement,
  policy: SpendingPolicy,
  now: number,
): SpendProposal {
  const evaluated = evaluationFacts(ledger, proposal.amount, judgement, policy);
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
