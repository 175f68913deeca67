import type { AgentTurnResult } from "@agent-treasury/contract";
import { TreasuryError, type TurnName } from "@agent-treasury/provider";
import { hearFailure } from "./hear-failure.ts";
import type { TurnRunner } from "./turn-runner.ts";
import type { TurnCaller } from "./turn-settings.ts";

/**
 * Lets a turn go on, and waits until it rests again.
 *
 * @throws TreasuryError `turn_in_progress` when it goes on already; as `TurnRunner.resume`.
 */
export async function resumeTurn(
  turns: TurnRunner,
  turn: TurnName,
  caller: TurnCaller | null = null,
): Promise<AgentTurnResult> {
  const heard = hearFailure();
  const { status } = await turns.resume(turn, { onFailure: heard.onFailure, caller });
  if (status === "running") {
    throw new TreasuryError("turn_in_progress", "The turn goes on already.", {
      headers: { "retry-after": "5" },
    });
  }
  return heard.orThrow(turns.result(turn));
}
