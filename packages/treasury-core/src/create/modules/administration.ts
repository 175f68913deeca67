import type { Engine } from "../../treasury/engine.ts";
import type { CoreModule } from "../core-module.ts";
import type { Treasury } from "../treasury.ts";
import { actionsModule } from "./actions-module.ts";
import { allocationsModule } from "./allocations-module.ts";
import { draftsModule } from "./drafts-module.ts";
import { freezesModule } from "./freezes-module.ts";
import { inboxModule } from "./inbox-module.ts";
import { payeesModule } from "./payees-module.ts";
import { rulesModule } from "./rules-module.ts";
import { standingApprovalsModule } from "./standing-approvals-module.ts";

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
