import { freezesModule } from "../features/freezes/freezes-module.ts";
import { actionsModule } from "../features/inbox/actions-module.ts";
import { inboxModule } from "../features/inbox/inbox-module.ts";
import { payeesModule } from "../features/payees/payees-module.ts";
import { allocationsModule } from "../features/rules/allocations/allocations-module.ts";
import { draftsModule } from "../features/rules/drafts/drafts-module.ts";
import { rulesModule } from "../features/rules/rules-module.ts";
import { standingApprovalsModule } from "../features/standing-approvals/standing-approvals-module.ts";
import type { CoreModule } from "../http/core-module.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Treasury } from "../treasury.ts";

export interface Administered {
  readonly modules: readonly CoreModule[];
  readonly methods: Pick<
    Treasury,
    | "rules"
    | "allocations"
    | "payees"
    | "standingApprovals"
    | "freezes"
    | "actions"
    | "inbox"
    | "workspaces"
    | "withdrawApproval"
  >;
}

/** Rules, allocations, standing approvals, freezes, and the approvals that changes of them need. */
export function administration(engine: Engine, suspendFrozen: () => void): Administered {
  const rules = rulesModule(engine);
  const drafts = draftsModule(engine);
  const allocations = allocationsModule(engine);
  const payees = payeesModule(engine);
  const standing = standingApprovalsModule(engine);
  const freezes = freezesModule(engine, suspendFrozen);
  const actions = actionsModule(engine);
  const inbox = inboxModule(engine);
  return {
    modules: [rules, drafts, allocations, payees, standing, freezes, actions, inbox],
    methods: {
      rules: { ...rules.operations, ...drafts.operations },
      ...allocations.methods,
      ...payees.methods,
      ...standing.methods,
      ...freezes.methods,
      ...actions.methods,
      ...inbox.methods,
    },
  };
}
