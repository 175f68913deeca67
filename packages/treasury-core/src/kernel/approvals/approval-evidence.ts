import {
  type Doc,
  type Json,
  type JsonObject,
  type Key,
  TreasuryError,
} from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import { requirementFromJson, requirementToJson, tallyApprovals } from "@agent-treasury/rules";
import type { DocumentKind } from "../documents/document-kind.ts";
import { keptDoc } from "../ledger/kept-doc.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { personsBehind } from "../ledger/person.ts";
import type { ProposalFacts } from "../proposals/proposal-facts.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import { proposalKind, type SpendProposal } from "../proposals/proposal.ts";
import type { SpendRuling } from "../proposals/ruling.ts";
import { type ApprovalRecord, approvalsGiven } from "./approval-record.ts";
import { isSummary } from "./approval-summary.ts";
import { erasedApproval } from "./erased-persons.ts";

export const evidenceKind = "approvals";

/** Beside its texts. With the evidence apart, an open proposal stays below 1 KiB. */
const maximumOpenBytes = 960;

interface EvidenceBody {
  readonly approvals: readonly ApprovalRecord[];
  /** What was required when it was proposed. */
  readonly requirements: readonly Json[];
  readonly facts?: Pick<ProposalFacts, "proposed" | "approved">;
}

/** A proposal with all its approvals. */
export interface CompleteProposal extends SpendProposal {
  readonly ruling: SpendRuling & { readonly approvals: readonly ApprovalRecord[] };
}

export function evidenceKey(proposalId: string): Key {
  return { kind: evidenceKind, id: proposalId };
}

/**
 * Returns a proposal with all its approvals. Call it before other work, because it may request a
 * document.
 *
 * @throws DocsNotLoaded to run the command again with that document.
 * @throws TreasuryError `storage_error` if it is missing.
 */
export function withEvidence(ledger: LedgerState, proposal: SpendProposal): CompleteProposal {
  const { id, ruling } = proposal;
  if (!isSummary(ruling.approvals)) return proposal as CompleteProposal;
  const [doc] = ledger.request([evidenceKey(id)]);
  if (doc === undefined) {
    throw new TreasuryError("storage_error", `The approvals of proposal ${id} are missing.`);
  }
  return completedBy(proposal, doc);
}

/** @param doc the proposal's evidence. Undefined if it was not found. */
export function withApprovalsIn(doc: Doc | undefined, proposal: SpendProposal): SpendProposal {
  const isApart = doc !== undefined && isSummary(proposal.ruling.approvals);
  return isApart ? completedBy(proposal, doc) : proposal;
}

/** @param doc the evidence of a proposal with a summary. */
export function completedBy({ ruling, ...proposal }: SpendProposal, doc: Doc): CompleteProposal {
  const { approvals, requirements, facts } = bodyOf(doc);
  return {
    ...proposal,
    ruling: { ...ruling, approvals, requirements: requirements.map(requirementFromJson) },
    facts: { ...proposal.facts, ...facts },
  };
}

export function approvalsIn(doc: Doc): readonly ApprovalRecord[] {
  return bodyOf(doc).approvals;
}

/** The documents of an open proposal whose approvals changed. */
export function openProposalDocs(proposal: SpendProposal): Doc[] {
  const doc = proposalToDoc(proposal);
  const { id, epoch, status, behind, ruling, facts } = proposal;
  const { approvals, requirements } = ruling;
  const fits = isSummary(approvals) || approvals.length === 0 || openBytes(doc) <= maximumOpenBytes;
  if (fits) return [doc];
  const persons = approvalsGiven(approvals);
  const { given, missing } = tallyApprovals(requirements, persons, personsBehind(behind));
  const isPending = status === "pending";
  const summary = {
    by: approvals.map(({ name, at }) => ({ name, at })),
    tally: { given, missing: isPending ? missing : [] },
  };
  const { proposed, approved, ...rest } = facts;
  const evidence: EvidenceBody = {
    approvals,
    requirements: requirements.map(requirementToJson),
    facts: { ...(proposed && { proposed }), ...(approved && { approved }) },
  };
  const kept = isPending ? requirements : [];
  const short = { ...ruling, requirements: kept, approvals: summary };
  return [
    proposalToDoc({ ...proposal, facts: rest, ruling: short }),
    keptDoc(evidenceKey(id), epoch, toStored(evidence)),
  ];
}

export const evidenceDocument: DocumentKind = {
  kind: evidenceKind,
  erasure: "with",
  of: proposalKind,
  erase: (doc) => {
    const evidence = bodyOf(doc);
    const approvals = evidence.approvals.map(erasedApproval);
    return { ...doc, body: toStored({ ...evidence, approvals }) };
  },
};

function bodyOf({ body }: Doc): EvidenceBody {
  return fromStored<EvidenceBody>(body);
}

function openBytes({ body }: Doc): number {
  const {
    vendor: _v,
    purpose: _p,
    category: _c,
    reason: _r,
    quote,
    ...others
  } = body as JsonObject;
  const beside = quote
    ? { ...others, quote: { ...(quote as JsonObject), description: null } }
    : others;
  return new TextEncoder().encode(JSON.stringify(beside)).length;
}
