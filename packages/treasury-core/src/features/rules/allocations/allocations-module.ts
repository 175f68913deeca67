import type { ParsedInput } from "@agent-treasury/contract";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { windowOf } from "@agent-treasury/rules";
import { decidingOperator } from "../../../http/access.ts";
import type { CoreModule } from "../../../http/core-module.ts";
import type { Engine } from "../../../kernel/engine.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { startedAction } from "../../administration/index.ts";
import { type AllocationChange, settingPayload } from "./allocation-actions.ts";
import { readAllocationUsage } from "./allocation-wire.ts";

export function allocationsModule(engine: Engine): CoreModule {
  const { committer, policy } = engine;
  return {
    routes: {
      listAllocations: {
        run: ({ workspaceId }) => committer.preview(workspaceId, readAllocationUsage(policy.clock)),
      },
      setAllocation: {
        run: async (input, { operator: caller, keyed }) => {
          const operator = decidingOperator(caller);
          const change = changeIn(input);
          const payload = (ledger: LedgerState) => settingPayload(ledger, change);
          const action = { type: "set_allocation", payload, operator } as const;
          return startedAction(engine, input.workspaceId, action, keyed);
        },
      },
      archiveAllocation: {
        run: async ({ workspaceId, allocationId }, { operator: caller, keyed }) => {
          const payload = () => ({ allocationId });
          const operator = decidingOperator(caller);
          const action = { type: "archive_allocation", payload, operator } as const;
          return startedAction(engine, workspaceId, action, keyed);
        },
      },
    },
  };
}

function changeIn({
  id,
  name,
  parent,
  limitUsd,
  per,
  endsAt,
}: ParsedInput<"setAllocation">): AllocationChange {
  return {
    id,
    name,
    parent,
    amount: typeof limitUsd === "number" ? limitFromUsd(limitUsd, "limitUsd") : limitUsd,
    window: per === undefined ? undefined : windowOf(per),
    endsAt: typeof endsAt === "string" ? Date.parse(endsAt) : endsAt,
  };
}
