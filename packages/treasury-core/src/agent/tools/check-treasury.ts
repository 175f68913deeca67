import type { Engine } from "../../treasury/engine.ts";
import { readTreasury } from "../../treasury/operations/read-treasury.ts";
import type { TurnTool } from "./turn-tool.ts";

/** Tells the agent what there is to spend, and under which limits. */
export function checkTreasuryTool(engine: Engine): TurnTool {
  return {
    name: "check_treasury",
    description: "Read the balance, what can still be spent, and the limits on spending.",
    parametersSchema: { type: "object", properties: {} },
    effect: "read",
    repeatable: true,
    run: async (_input, { workspaceId }) => {
      const state = await readTreasury(engine, workspaceId);
      const { balanceUsd, availableUsd, heldUsd, spentTodayUsd, pendingCount, budget } = state;
      return {
        ok: true,
        content: { balanceUsd, availableUsd, heldUsd, spentTodayUsd, pendingCount, budget },
      };
    },
  };
}
