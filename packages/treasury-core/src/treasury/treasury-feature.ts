import { creditKind } from "../ledger/credit-record.ts";
import { epochKind } from "../ledger/epoch.ts";
import { eventKind } from "../ledger/event-recorder.ts";
import { actionDocuments } from "./administration/action-record.ts";
import { evidenceDocument } from "./approvals/approval-evidence.ts";
import { neverErased } from "./documents/document-kind.ts";
import type { Feature } from "./feature.ts";
import { eventsOfLedger } from "./operations/ledger-events.ts";
import { resetAction } from "./operations/reset.ts";
import { budgetAction, budgetChangeKind } from "./operations/set-budget.ts";
import { addPayeeAction } from "./payees/add-payee.ts";
import { contentGuard } from "./payees/content-guard.ts";
import { knownPayeeDocument } from "./payees/known-payee.ts";
import { payeeGuard } from "./payees/payee-guard.ts";
import { limitsGuard } from "./policy/limits-guard.ts";
import type { SpendingTerms } from "./policy/spending-terms.ts";
import { textGuard } from "./policy/text-guard.ts";
import { proposalDocument } from "./proposals/proposal-document.ts";
import { judgementDocument } from "./spends/judgement-doc.ts";

/** The kernel's own part. */
export function treasuryFeature(terms: SpendingTerms): Feature {
  return {
    name: "treasury",
    guards: [textGuard, limitsGuard, contentGuard, payeeGuard()],
    documents: [
      proposalDocument,
      evidenceDocument,
      judgementDocument,
      knownPayeeDocument,
      ...actionDocuments,
      ...neverErased(
        epochKind,
        creditKind,
        eventKind,
        budgetChangeKind,
        "text_erasure",
        "erasure_key",
        "idempotency_key",
        "deployment_id",
      ),
    ],
    eventsOf: eventsOfLedger,
    actions: { set_budget: budgetAction(terms), add_payee: addPayeeAction, reset: resetAction },
  };
}
