import { evidenceDocument } from "../../kernel/approvals/approval-evidence.ts";
import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { judgementDocument } from "../../kernel/judgement/judgement-doc.ts";
import type { KernelTerms } from "../../kernel/judgement/spending-terms.ts";
import { epochKind } from "../../kernel/ledger/epoch.ts";
import { eventKind } from "../../kernel/ledger/event-recorder.ts";
import { withEvidenceOf } from "./evidence.ts";
import { eventsOfLedger } from "./ledger-events.ts";
import { limitsGuard } from "./limits-guard.ts";
import { proposalDocument, spendPartDocument } from "./proposal-document.ts";
import { resetAction } from "./reset.ts";
import { budgetAction, budgetChangeKind } from "./set-budget.ts";

export { type BudgetChangeBody, budgetChangeKind } from "./set-budget.ts";
export { kernelTermsOf, startingCapitalOf } from "./spending-options.ts";

/** Limits of a workspace, its reset, the erasure of its texts, and the records of the kernel. */
export function workspaceFeature(terms: KernelTerms): Feature {
  return {
    name: "workspace",
    requires: ["administration"],
    guards: [limitsGuard],
    documents: withEvidenceOf([
      proposalDocument,
      spendPartDocument,
      evidenceDocument,
      judgementDocument,
      ...neverErased(
        epochKind,
        eventKind,
        budgetChangeKind,
        "text_erasure",
        "erasure_key",
        "idempotency_key",
        "deployment_id",
      ),
    ]),
    eventsOf: eventsOfLedger,
    actions: { set_budget: budgetAction(terms), reset: resetAction },
  };
}
