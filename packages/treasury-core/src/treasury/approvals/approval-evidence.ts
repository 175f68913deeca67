import { type Doc, type Json, type Key, TreasuryError } from "@agent-treasury/provider";
import { requirementToJson, tallyApprovals } from "@agent-treasury/rules";
import { keptDoc } from "../../ledger/kept-doc.ts";
import type { LedgerState } from "../../ledger/ledger-state.ts";
import { proposalToDoc } from "../proposals/proposal-record.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import { isSummary } from "./approval-summary.ts";

export const evidenceKind = "approvals";

/** One usual approval fits, so that most decisions neither write nor read the evidence. */
const maximumInlineBytes = 200;

interface EvidenceBody {
  readonly approvals: readonly ApprovalRecord[];
  /** What was required when it was proposed. */
  readonly requirements: Json;
}

export function evidenceKey(proposalId: string): Key {
  return { kind: evidenceKind, id: proposalId };
}

/**
 * Returns all approvals of a proposal. Call it before other work, because it may request a
 * document.
 *
 * @throws DocsNotLoaded to run the command again with that document.
 * @throws TreasuryError `storage_error` if it is missing.
 */
export function approvalRecords(
  ledger: LedgerState,
  { id, ruling }: SpendProposal,
): readonly ApprovalRecord[] {
  if (!isSummary(ruling.approvals)) return ruling.approvals;
  ledger.request([evidenceKey(id)]);
  const doc = ledger.doc(evidenceKey(id));
  if (doc !== undefined) return approvalsIn(doc);
  throw new TreasuryError("storage_error", `The approvals of proposal ${id} are missing.`);
}

export function approvalsIn({ body }: Doc): readonly ApprovalRecord[] {
  return (body as unknown as EvidenceBody).approvals;
}

/** The documents of an open proposal whose approvals changed. */
export function openProposalDocs(proposal: SpendProposal): Doc[] {
  const { id, epoch, status, behind, ruling } = proposal;
  const { approvals, requirements } = ruling;
  if (isSummary(approvals)) return [proposalToDoc(proposal)];
  const isPending = status === "pending";
  const evidence = { approvals, requirements: requirements.map(requirementToJson) };
  const moved = isPending ? approvals : evidence;
  if (bytesOf(moved as unknown as Json) <= maximumInlineBytes) return [proposalToDoc(proposal)];
  const persons = approvals.map((one) => ({ person: one.id, groups: one.groups }));
  const tally = tallyApprovals(requirements, persons, behind?.id ?? null);
  const summary = {
    by: approvals.map(({ name, at }) => ({ name, at })),
    tally: isPending ? tally : { given: tally.given, missing: [] },
  };
  const kept = isPending ? requirements : [];
  const short = { ...proposal, ruling: { ...ruling, requirements: kept, approvals: summary } };
  return [
    proposalToDoc(short),
    keptDoc(evidenceKey(id), epoch, evidence satisfies EvidenceBody as unknown as Json),
  ];
}

/** Returns the evidence with its persons changed. */
export function mapEvidence(
  { body, ...doc }: Doc,
  change: (approval: ApprovalRecord) => ApprovalRecord,
): Doc {
  const evidence = body as unknown as EvidenceBody;
  const approvals = evidence.approvals.map(change);
  return { ...doc, body: { ...evidence, approvals } as unknown as Json };
}

function bytesOf(json: Json): number {
  return new TextEncoder().encode(JSON.stringify(json)).length;
}
