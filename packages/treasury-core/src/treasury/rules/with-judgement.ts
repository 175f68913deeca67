import { isRequestPermit } from "@agent-treasury/contract";
import type { Doc } from "@agent-treasury/provider";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import type { ProposalStep } from "../proposals/execute-spend.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import { proposalKind, type SpendProposal } from "../proposals/proposal.ts";
import type { Judgement } from "./judge-spend.ts";
import { judgementToDoc } from "./judgement-doc.ts";
import type { JudgementRecord } from "./judgement-record.ts";
import { duplicateDoc, duplicateKeys, newestOf } from "./payee-doc.ts";
import { recordOf } from "./record-of.ts";

const longestComparisonHours = 8_760;

/** Stores what `recordOf` returns, and the proposal for a comparison with later ones. */
export function withJudgement(
  ledger: LedgerState,
  step: ProposalStep,
  judgement: Judgement,
  policy: SpendingPolicy,
): ProposalStep {
  // An executed spend contains its record already.
  const isRecorded = step.proposal.ruling.judgement !== null;
  const record = isRecorded ? null : recordOf(ledger, step.proposal, judgement, policy);
  const recorded = withRecord(ledger, step, record);
  const compared = comparedDocs(ledger, recorded.proposal, judgement);
  if (compared.length === 0) return recorded;
  const { proposal, changes } = recorded;
  return { proposal, changes: { ...changes, put: [...changes.put, ...compared] } };
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

function comparedDocs(
  ledger: LedgerState,
  { status, quote }: SpendProposal,
  { facts, isCompared }: Judgement,
): Doc[] {
  // The payment that follows a permit is not its duplicate.
  if (!isCompared || status === "denied" || isRequestPermit({ quote })) return [];
  const keys = duplicateKeys(facts.payee.id, facts.amount);
  // A clock that was set back does not hide a newer proposal.
  const newest = Math.max(facts.at, newestOf(ledger, keys) ?? 0);
  const { epoch } = ledger.head;
  return keys.map((key) => duplicateDoc(key, epoch, newest, longestComparisonHours));
}
