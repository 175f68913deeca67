import type { Doc } from "@agent-treasury/provider";
import { earlierName } from "@agent-treasury/rules";
import { isSummary, type StoredApprovals } from "../../kernel/approvals/approval-summary.ts";
import {
  erasedApproval,
  erasedPerson,
  erasedSource,
} from "../../kernel/approvals/erased-persons.ts";
import type { DocumentKind, Erasing, ErasedDoc } from "../../kernel/documents/document-kind.ts";
import { withErasedFindings } from "../../kernel/judgement/judgement-doc.ts";
import type { Person } from "../../kernel/ledger/person.ts";
import { payeeIdOf } from "../../kernel/payees/payee-identity.ts";
import { erasedText } from "../../kernel/proposals/erased-marker.ts";
import { erasedName } from "../../kernel/proposals/erasure-key.ts";
import { withoutTexts } from "../../kernel/proposals/proposal-digest.ts";
import type { ProposalFacts } from "../../kernel/proposals/proposal-facts.ts";
import {
  isExpired,
  proposalFromDoc,
  proposalToDoc,
} from "../../kernel/proposals/proposal-record.ts";
import {
  proposalKind,
  type SpendProposal,
  spendPartKind,
} from "../../kernel/proposals/proposal.ts";
import type { SpendRuling } from "../../kernel/proposals/ruling.ts";
import { eventsOfProposal } from "./proposal-events.ts";

export const proposalDocument: DocumentKind = {
  kind: proposalKind,
  erasure: "own",
  erase: erasedProposal,
  eventsOf: eventsOfProposal,
};

export const spendPartDocument: DocumentKind = {
  kind: spendPartKind,
  erasure: "own",
  erase: erasedProposal,
};

function erasedProposal(doc: Doc, { before, key }: Erasing): ErasedDoc {
  const proposal = proposalFromDoc(doc);
  const { createdAt, vendor, purpose, reason, comment, operator, label, behind } = proposal;
  const optional = [comment, operator, label, behind && behind.name];
  const texts = [vendor, purpose, reason, ...optional.map((text) => text ?? erasedText)];
  if (createdAt >= before || texts.every((text) => text === erasedText)) return null;
  if (doc.open) return "waits";
  return proposalToDoc({
    ...proposal,
    facts: erasedFacts(proposal, key),
    vendor: erasedText,
    purpose: erasedText,
    reason: erasedText,
    category: null,
    comment: comment === null ? null : erasedText,
    fixed: proposal.fixed && withoutTexts(proposal.fixed, proposal),
    deniedBy: proposal.deniedBy && erasedSource(proposal.deniedBy),
    operator: operator === null ? null : erasedText,
    label: label === null ? null : erasedText,
    behind: behind && erasedPerson(behind),
    // The expiry notice is not personal text, and selects the error of later decisions.
    failure: proposal.failure === null || isExpired(proposal) ? proposal.failure : erasedText,
    attention: proposal.attention === null ? null : erasedText,
    quote: proposal.quote && { ...proposal.quote, description: null },
    ruling: erasedSpendRuling(proposal.ruling),
  });
}

function erasedSpendRuling(ruling: SpendRuling): SpendRuling {
  const { approvals, judgement } = ruling;
  return {
    ...ruling,
    approvals: erasedApprovals(approvals),
    judgement: judgement && withErasedFindings(judgement),
  };
}

/** Hashes of the names, so that a replay can still compare them. */
function erasedFacts(proposal: SpendProposal, key: string): ProposalFacts {
  const { facts, vendor, category, behind, ruling } = proposal;
  const own = approvalOf(ruling.approvals, behind);
  const issuer = issuerApproval(ruling.approvals, behind);
  return {
    ...(vendor !== erasedText && { payee: erasedName(key, "payee", payeeIdOf(proposal)) }),
    ...(category !== null && {
      category: erasedName(key, "category", earlierName(category)),
    }),
    ...(own >= 0 && { ownApproval: own }),
    ...(issuer >= 0 && { issuerApproval: issuer }),
    ...facts,
  };
}

/** A summary contains no ids, and only the id of the issuer is known. */
function issuerApproval(approvals: StoredApprovals, behind: Person | null): number {
  if (behind?.issuedBy === undefined || isSummary(approvals)) return -1;
  return approvals.findIndex(({ id }) => id === behind.issuedBy);
}

/** A summary contains no ids. */
function approvalOf(approvals: StoredApprovals, behind: Person | null): number {
  if (behind === null) return -1;
  return isSummary(approvals)
    ? approvals.by.findIndex(({ name }) => name === behind.name)
    : approvals.findIndex(({ id }) => id === behind.id);
}

function erasedApprovals(approvals: StoredApprovals): StoredApprovals {
  if (!isSummary(approvals)) return approvals.map(erasedApproval);
  const by = approvals.by.map((one) => ({ ...one, name: one.name === null ? null : erasedText }));
  return { ...approvals, by };
}
