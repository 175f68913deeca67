import type { TreasuryState } from "@agent-treasury/contract";
import type { KeyedRequest } from "../../idempotency/keyed-request.ts";
import type { Operator } from "../../ledger/operator.ts";
import { requireDone } from "../administration/run-action.ts";
import type { Engine } from "../engine.ts";
import { readTreasury } from "./read-treasury.ts";

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
