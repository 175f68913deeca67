import type { TreasuryState } from "@agent-treasury/contract";
import { keyedCommand } from "../../idempotency/keyed-command.ts";
import type { KeyedRequest } from "../../idempotency/keyed-request.ts";
import type { Operator } from "../../ledger/operator.ts";
import { resetWorkspace } from "./reset-workspace.ts";
import type { Engine } from "../engine.ts";
import { readTreasury } from "./read-treasury.ts";

/** Opens the workspace's next epoch; for a request with a key, once. */
export async function reset(
  engine: Engine,
  workspaceId: string,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<TreasuryState> {
  const command = keyedCommand(resetWorkspace(operator), keyed, () => null);
  await engine.committer.run(workspaceId, command);
  return readTreasury(engine, workspaceId);
}
