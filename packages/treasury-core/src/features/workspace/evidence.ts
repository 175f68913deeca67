import { fromStored } from "@agent-treasury/provider/helpers";
import { evidenceKind, withApprovalsIn } from "../../kernel/approvals/approval-evidence.ts";
import type { DocumentKind } from "../../kernel/documents/document-kind.ts";
import type { EvidenceKind } from "../../kernel/documents/evidence.ts";
import { proposalFromDoc } from "../../kernel/proposals/proposal-record.ts";
import {
  amountPaid,
  amountToPay,
  proposalKind,
  type SpendProposal,
} from "../../kernel/proposals/proposal.ts";
import { proposalToWire } from "../../kernel/views/wire.ts";
import { type BudgetChangeBody, budgetChangeKind } from "./set-budget.ts";

const decisions: EvidenceKind = {
  beside: evidenceKind,
  show: (doc, { workspaceId, beside }) => {
    const proposal = withApprovalsIn(beside, proposalFromDoc(doc));
    const shown = proposalToWire(workspaceId, proposal);
    const { createdAt, decidedAt, executedAt } = shown;
    const content = { ...shown, exceptions: exceptionsOf(proposal) };
    return { record: "decision", at: [createdAt, decidedAt, executedAt], content };
  },
};

/** What an auditor looks at first. */
function exceptionsOf(proposal: SpendProposal): readonly string[] {
  const { status, undone, hold, attention } = proposal;
  const isEnded = status === "denied" || status === "failed";
  return [
    ...(isEnded ? [status] : []),
    ...(amountPaid(proposal) > amountToPay(proposal) ? ["overrun"] : []),
    ...(undone > 0n ? ["undone"] : []),
    ...(hold !== null && hold.dueAt !== null ? ["outcome_unknown"] : []),
    ...(attention === null ? [] : ["needs_review"]),
  ];
}

const budgetChanges: EvidenceKind = {
  show: ({ id, body }) => {
    const change = fromStored<BudgetChangeBody>(body);
    return { record: "change", at: [change.at], content: { id, type: "set_budget", ...change } };
  },
};

const shown: Readonly<Record<string, EvidenceKind>> = {
  [proposalKind]: decisions,
  [budgetChangeKind]: budgetChanges,
};

/** Adds how the kernel's documents are shown in the evidence of a period. */
export function withEvidenceOf(documents: readonly DocumentKind[]): readonly DocumentKind[] {
  return documents.map((one) => {
    const evidence = shown[one.kind];
    return evidence === undefined ? one : { ...one, evidence };
  });
}
