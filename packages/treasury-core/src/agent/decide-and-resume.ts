import type { AgentTurnResult, Proposal } from "@agent-treasury/contract";
import { isTreasuryError, type TurnName } from "@agent-treasury/provider";
import type { KeyedRequest } from "../idempotency/keyed-request.ts";
import type { Engine } from "../treasury/engine.ts";
import { type PersonsDecision, decide } from "../treasury/operations/decide.ts";
import { hearFailure } from "./hear-failure.ts";
import type { TurnRunner } from "./turn-runner.ts";
import type { TurnCaller } from "./turn-settings.ts";

/** A decision, and what the turn came to that had waited for it. */
export interface ResumedDecision {
  readonly proposal: Proposal;
  /** Null where something of the turn waits still, and where it cannot go on now: to resume it says why. */
  readonly turn: AgentTurnResult | null;
}

/**
 * Records a person's decision, then lets the turn go on that proposed the spend, and waits until it
 * rests. The decision stands whatever becomes of the turn.
 *
 * @throws TreasuryError as `decide`.
 */
export async function decideAndResume(
  engine: Engine,
  turns: TurnRunner,
  workspaceId: string,
  decision: PersonsDecision,
  keyed: KeyedRequest | null = null,
  caller: TurnCaller | null = null,
): Promise<ResumedDecision> {
  const proposal = await decide(engine, workspaceId, decision, keyed);
  const { turnId } = proposal;
  if (turnId === null) return { proposal, turn: null };
  return { proposal, turn: await resumeAfter(engine, turns, { workspaceId, turnId }, caller) };
}

async function resumeAfter(
  { report }: Engine,
  turns: TurnRunner,
  turn: TurnName,
  caller: TurnCaller | null,
): Promise<AgentTurnResult | null> {
  const heard = hearFailure();
  try {
    const { status } = await turns.resume(turn, { onFailure: heard.onFailure, caller });
    return status === "waiting" ? null : await heard.orThrow(turns.result(turn));
  } catch (error) {
    if (isNews(error)) report(error);
    return null;
  }
}

/** What the person cannot mend; but whoever ends a process knows that it ends. */
function isNews(error: unknown): boolean {
  if (!isTreasuryError(error)) return true;
  return error.status >= 500 && error.code !== "shutting_down";
}
