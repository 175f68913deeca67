import type { TreasuryState } from "@agent-treasury/contract";
import { resetWorkspace } from "./commands/reset-workspace.ts";
import type { Engine } from "./engine.ts";
import type { Operator } from "./proposal.ts";
import { readTreasury } from "./read-treasury.ts";

/** Opens the workspace's next epoch. */
export async function reset(
  engine: Engine,
  workspaceId: string,
  operator: Operator,
): Promise<TreasuryState> {
  await engine.committer.run(workspaceId, resetWorkspace(operator));
  return readTreasury(engine, workspaceId);
}
