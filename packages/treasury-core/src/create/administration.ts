import type { ExposureComputation } from "@agent-treasury/contract";
import { type FreezesModule, freezesModule } from "../features/freezes/freezes-module.ts";
import { actionsModule } from "../features/inbox/actions-module.ts";
import { inboxModule } from "../features/inbox/inbox-module.ts";
import { payeesModule } from "../features/payees/payees-module.ts";
import { allocationsModule } from "../features/rules/allocations/allocations-module.ts";
import { draftsModule } from "../features/rules/drafts/drafts-module.ts";
import { type RulesModule, rulesModule } from "../features/rules/rules-module.ts";
import {
  listStanding,
  standingApprovalsModule,
} from "../features/standing-approvals/standing-approvals-module.ts";
import type { CoreModule } from "../http/core-module.ts";
import type { AskModel } from "../kernel/ask-model.ts";
import type { Engine } from "../kernel/engine.ts";
import type { Treasury } from "../treasury.ts";

export interface Administered {
  readonly modules: readonly CoreModule[];
  readonly methods: {
    readonly rules: RulesModule["methods"];
    readonly freezes: FreezesModule["methods"];
  } & Pick<Treasury, "withdrawApproval">;
}

/** Rules, allocations, standing approvals, freezes, and the approvals that changes of them need. */
export function administration(
  engine: Engine,
  suspendFrozen: () => void,
  exposure: ExposureComputation | null,
  ask: AskModel,
): Administered {
  const source = {
    compute: exposure,
    standing: async (workspaceId: string) =>
      (await listStanding(engine, workspaceId)).standingApprovals,
  };
  const rules = rulesModule(engine, source, ask);
  const freezes = freezesModule(engine, suspendFrozen);
  const actions = actionsModule(engine);
  return {
    modules: [
      rules,
      draftsModule(engine),
      allocationsModule(engine),
      payeesModule(engine),
      standingApprovalsModule(engine),
      freezes,
      actions,
      inboxModule(engine),
    ],
    methods: {
      rules: rules.methods,
      freezes: freezes.methods,
      ...actions.methods,
    },
  };
}
