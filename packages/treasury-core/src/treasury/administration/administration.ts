import { administrativeRequirements } from "@agent-treasury/rules";
import { archivingAction, settingAction } from "../allocations/allocation-actions.ts";
import { unfreezeAction } from "../freezes/unfreeze.ts";
import { resetAction } from "../operations/reset.ts";
import { budgetAction } from "../operations/set-budget.ts";
import { addPayeeAction } from "../payees/add-payee.ts";
import type { SpendingPolicy } from "../policy/spending-policy.ts";
import { publishingAction, type PublishingTerms } from "../rules/publish-rules.ts";
import { standingAction } from "../standing/create-standing.ts";
import type { Administration } from "./action-type.ts";

/** @param above actions that layers above define. */
export function administrationOf(
  policy: SpendingPolicy,
  publishing: PublishingTerms,
  above: Pick<
    Administration["types"],
    "issue_credential" | "invite_passkey" | "remove_passkey" | "plugin_action"
  >,
): Administration {
  return {
    requirementsOf: (ledger) => administrativeRequirements(policy.ruleSets.of(ledger)),
    types: {
      publish_rules: publishingAction(publishing),
      set_budget: budgetAction(policy),
      set_allocation: settingAction,
      archive_allocation: archivingAction,
      unfreeze: unfreezeAction,
      create_standing_approval: standingAction,
      add_payee: addPayeeAction,
      ...above,
      reset: resetAction,
    },
  };
}
