import type { TreasuryState } from "@agent-treasury/contract";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { readTreasury } from "../../kernel/views/read-treasury.ts";
import { requireDone } from "../administration/index.ts";

/**
 * Resets a workspace. Idempotent for a request with a key.
 *
 * @throws TreasuryError `approval_required` if the published rules require more approvals.
 */
export async function reset(
  engine: Engine,
  workspaceId: string,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<TreasuryState> {
  const action = { type: "reset", payload: () => ({}), operator } as const;
  await requireDone(engine, workspaceId, action, keyed);
  return readTreasury(engine, workspaceId);
}
