import type { ActionAnswer, ParsedInput } from "@agent-treasury/contract";
import { limitFromUsd } from "@agent-treasury/provider/helpers";
import { windowOf } from "@agent-treasury/rules";
import { decidingOperator } from "../../../http/access.ts";
import type { CoreModule } from "../../../http/core-module.ts";
import type { Engine } from "../../../kernel/engine.ts";
import type { KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import type { Operator } from "../../../kernel/ledger/operator.ts";
import { startedAction } from "../../administration/index.ts";
import { type AllocationChange, settingPayload } from "./allocation-actions.ts";
import { readAllocationUsage } from "./allocation-wire.ts";

export function allocationsModule(engine: Engine): CoreModule {
  const list = (workspaceId: string) =>
    engine.committer.preview(workspaceId, readAllocationUsage(engine.policy.clock));
  return {
    routes: {
      listAllocations: { run: ({ workspaceId }) => list(workspaceId) },
      setAllocation: {
        run: (input, { operator, keyed }) => set(engine, input, decidingOperator(operator), keyed),
      },
      archiveAllocation: {
        run: (input, { operator, keyed }) =>
          archive(engine, input, decidingOperator(operator), keyed),
      },
    },
  };
}

async function set(
  engine: Engine,
  input: ParsedInput<"setAllocation">,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const change = changeIn(input);
  const action = {
    type: "set_allocation",
    payload: (ledger: Parameters<typeof settingPayload>[0]) => settingPayload(ledger, change),
    operator,
  } as const;
  return startedAction(engine, input.workspaceId, action, keyed);
}

function archive(
  engine: Engine,
  { workspaceId, allocationId }: ParsedInput<"archiveAllocation">,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<ActionAnswer> {
  const action = {
    type: "archive_allocation",
    payload: () => ({ allocationId }),
    operator,
  } as const;
  return startedAction(engine, workspaceId, action, keyed);
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
