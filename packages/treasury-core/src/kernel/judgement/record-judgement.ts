import type { LedgerState } from "../ledger/ledger-state.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import { proposalKind } from "../proposals/proposal.ts";
import { judgementToDoc } from "./judgement-doc.ts";
import type { JudgementRecord } from "./judgement-record.ts";
import type { Judgement } from "./judgement.ts";
import type { ProposalStep } from "./payout.ts";

/**
 * Returns the decisive findings, and what a later settlement must change. Findings without effect
 * would be most of what a spend writes. Null if it would be empty.
 */
export function recordOf(spend: SpendProposal, judgement: Judgement): JudgementRecord | null {
  const findings = judgement
    .findings(spend)
    .map(({ rule, effect, text }) => ({ rule, effect, text }));
  const { isCharged } = spend.ruling;
  if (findings.length === 0 && !isCharged) return null;
  const memo = isCharged ? judgement.memo(spend) : {};
  return { at: judgement.facts.at, findings, memo };
}

/** Stores what `recordOf` returns, and the documents of the guards. */
export function withJudgement(
  ledger: LedgerState,
  step: ProposalStep,
  judgement: Judgement,
): ProposalStep {
  // A spend that an entry executed contains its record already.
  const isRecorded = step.proposal.reference !== null;
  const recorded = isRecorded ? step : withRecord(ledger, step, recordOf(step.proposal, judgement));
  const docs = judgement.docs(recorded.proposal);
  if (docs.length === 0) return recorded;
  const { proposal, changes } = recorded;
  return { proposal, changes: { ...changes, put: [...changes.put, ...docs] } };
}

/** A closed proposal contains the record, which saves a document. */
function withRecord(
  { head }: LedgerState,
  { proposal, changes }: ProposalStep,
  record: JudgementRecord | null,
): ProposalStep {
  if (record === null) return { proposal, changes };
  if (proposal.status === "pending" || proposal.status === "approved") {
    const doc = judgementToDoc(proposal.id, head.epoch, record);
    return { proposal, changes: { ...changes, put: [...changes.put, doc] } };
  }
  const closed: SpendProposal = { ...proposal, ruling: { ...proposal.ruling, judgement: record } };
  const others = changes.put.filter(({ kind }) => kind !== proposalKind);
  return { proposal: closed, changes: { ...changes, put: [proposalToDoc(closed), ...others] } };
}
