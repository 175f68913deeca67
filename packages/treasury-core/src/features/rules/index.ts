import { administrativeRequirements } from "@agent-treasury/rules";
import { neverErased } from "../../kernel/documents/document-kind.ts";
import type { Feature } from "../../kernel/feature.ts";
import { archivingAction, settingAction } from "./allocations/allocation-actions.ts";
import {
  allocationChain,
  allocationsKey,
  allocationUsageKind,
} from "./allocations/allocations-doc.ts";
import { thresholdDocument } from "./allocations/move-allocations.ts";
import { draftDocument } from "./drafts/draft-doc.ts";
import { publishingAction, publishingTerm, type PublishingTerms } from "./publish-rules.ts";
import { eventsOfRules } from "./rule-events.ts";
import { ruleSetDocument } from "./rule-set-doc.ts";
import { type RuleSets, ruleSetsTerm } from "./rule-sets.ts";
import { ruleState } from "./rule-state.ts";
import { rulesGuard } from "./rules-guard.ts";
import { usageKind } from "./usage-doc.ts";

export { limitToWire, readAllocationUsage } from "./allocations/allocation-wire.ts";
export {
  allocationChain,
  allocationNotFound,
  allocationsOf,
} from "./allocations/allocations-doc.ts";
export {
  defaultRulesOf,
  type PublishingTerms,
  publishingTerm,
  readDraft,
} from "./publish-rules.ts";
export { publicationText, ruleSetKey } from "./rule-set-doc.ts";
export { RuleSets, ruleSetsTerm } from "./rule-sets.ts";
export { readCounter, ruleState } from "./rule-state.ts";

const nothingPublishable: PublishingTerms = {
  rails: [],
  hasSignIn: false,
  hasPasskeys: false,
  passkeyHolders: () => 0,
};

/** Rules and the allocations that they share counters with. */
export function rulesFeature(
  ruleSets: RuleSets,
  publishing: PublishingTerms = nothingPublishable,
): Feature {
  return {
    name: "rules",
    requires: ["administration"],
    terms: [ruleSetsTerm.with(ruleSets), publishingTerm.with(publishing)],
    slices: [ruleState],
    guards: [rulesGuard],
    scopesOf: allocationChain,
    requirementsOf: (ledger) => administrativeRequirements(ruleSets.of(ledger)),
    documents: [
      ruleSetDocument,
      draftDocument,
      thresholdDocument,
      ...neverErased(usageKind, "payee", "recent_spend"),
      ...neverErased(allocationsKey.kind, allocationUsageKind),
    ],
    actions: {
      publish_rules: publishingAction(publishing),
      set_allocation: settingAction,
      archive_allocation: archivingAction,
    },
    eventsOf: (before, { head }) => eventsOfRules(before.head, head),
  };
}
