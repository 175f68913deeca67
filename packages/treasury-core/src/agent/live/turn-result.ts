import type { AgentTurnResult, TurnEvents } from "@agent-treasury/contract";
import type { TurnName } from "@agent-treasury/provider";
import type { Engine } from "../../treasury/engine.ts";
import { readTreasury } from "../../treasury/operations/read-treasury.ts";
import { failureRead } from "../journal/recorded-failure.ts";
import type { TurnMemory } from "../journal/turn-memory.ts";

/**
 * What a turn that rests came to.
 *
 * @throws TreasuryError what it failed with, when nothing had happened before.
 */
export async function turnResult(
  engine: Engine,
  { workspaceId, turnId }: TurnName,
  memory: TurnMemory,
): Promise<AgentTurnResult> {
  const { ended, waits, usage, shown } = memory;
  if (ended?.failure) throw failureRead(ended.failure, engine.clock.now());
  return {
    turnId,
    events: shown.map(({ event }) => event),
    assistant: ended?.assistant ?? waits?.assistant ?? "",
    awaitingApproval: ended?.awaitingApproval ?? waits !== null,
    usage,
    state: await readTreasury(engine, workspaceId),
  };
}

/** The status of a turn whose records are these. */
export function statusOf({ ended, waits }: TurnMemory): TurnEvents["status"] {
  if (ended !== null) return "done";
  return waits === null ? "running" : "waiting";
}
