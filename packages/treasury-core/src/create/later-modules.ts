import type { ExposureComputation } from "@agent-treasury/contract";
import { costsModule } from "../features/costs/costs-module.ts";
import type { credentialsModule } from "../features/external-agents/credentials-module.ts";
import { inboxModule } from "../features/inbox/inbox-module.ts";
import { verifierTerm } from "../features/passkeys/index.ts";
import { PasskeyWalk } from "../features/passkeys/passkey-walk.ts";
import { passkeysModule } from "../features/passkeys/passkeys-module.ts";
import { payablePayees, payeesModule } from "../features/payees/payees-module.ts";
import type { PayingEngine } from "../features/payments/index.ts";
import { TreeWalk } from "../features/receipts/tree-walk.ts";
import { refundCasesModule } from "../features/refund-cases/refund-cases-module.ts";
import { allocationsModule } from "../features/rules/allocations/allocations-module.ts";
import { PublicationsWalk } from "../features/rules/publications-walk.ts";
import type { RunningReplays } from "../features/rules/replay/replay-module.ts";
import { rulesModule } from "../features/rules/rules-module.ts";
import {
  listStanding,
  standingApprovalsModule,
} from "../features/standing-approvals/standing-approvals-module.ts";
import { tabsModule } from "../features/tabs/tabs-module.ts";
import { TabsWalk } from "../features/tabs/tabs-walk.ts";
import { verificationsModule } from "../features/verification/verifications-module.ts";
import { type LaterOperations, laterOperations } from "../http/route-table.ts";
import type { AskModel } from "../kernel/ask-model.ts";
import type { SpendingPolicy } from "../kernel/judgement/spending-policy.ts";
import type { CopyWalk } from "../kernel/ledger/copy-walk.ts";

export * from "../features/payments/payment-operations-module.ts";
export { reconcileRails } from "../features/payments/rails/reconciliation-module.ts";
export { replayOf, replayRules } from "../features/rules/rules-module.ts";
export { settleDueTab, Tabs } from "../features/tabs/tabs-module.ts";
export { verifyParts, verifyTreasury } from "../features/verification/verifications-module.ts";
export { Deliverer, deliveriesOf } from "../features/events/deliveries-module.ts";
export { MachineOperations } from "../features/machines/machine-operations-module.ts";
export { eraseText } from "../features/workspace/erasure-module.ts";

/** What verifies the records of features in a copy of a workspace. */
export function walksOf(policy: SpendingPolicy, workspaceId: string): readonly CopyWalk[] {
  // Without a verifier, all but the signatures themselves is verified.
  const verify = verifierTerm.of(policy)?.verifyStored ?? null;
  return [
    new PublicationsWalk(),
    new TabsWalk(),
    new PasskeyWalk(workspaceId, verify),
    new TreeWalk(),
  ];
}

export interface LaterDeps {
  readonly exposure: ExposureComputation | null;
  readonly credentials: ReturnType<typeof credentialsModule>["store"];
  readonly ask: AskModel;
  readonly replays: RunningReplays;
}

/**
 * Operations that are loaded when a request needs them. They have no timers.
 */
export function laterModules(
  engine: PayingEngine,
  { exposure, credentials, ask, replays }: LaterDeps,
): LaterOperations {
  const source = {
    compute: exposure,
    standing: async (workspaceId: string) =>
      (await listStanding(engine, workspaceId)).standingApprovals,
    credential: (workspaceId: string, id: string) => credentials.find(workspaceId, id),
    payees: (workspaceId: string, on: readonly string[]) => payablePayees(engine, workspaceId, on),
  };
  const modules = [
    rulesModule(engine, source, ask, replays),
    allocationsModule(engine),
    payeesModule(engine),
    standingApprovalsModule(engine),
    inboxModule(engine),
    refundCasesModule(engine),
    costsModule(engine),
    passkeysModule(engine),
    verificationsModule(engine),
    tabsModule(engine),
  ];
  return laterOperations(modules.map(({ routes = {} }) => routes));
}
