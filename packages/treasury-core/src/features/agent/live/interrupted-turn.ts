import type { AgentEvent, AgentTurnResult, TreasuryState } from "@agent-treasury/contract";
import { type TreasuryError, redact } from "@agent-treasury/provider";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import type { LiveTurn } from "./live-turn.ts";

const staleState = "`state` is from before the tools' calls.";

/**
 * The result of a turn whose records can neither be persisted nor read. A turn with effects is
 * never reported as a failed request, because its caller would repeat it.
 *
 * @throws `error` if the turn had no effects.
 */
export function interruptedResult(
  live: LiveTurn,
  error: TreasuryError,
  now: number,
): AgentTurnResult {
  const message = `${redact(error.message)} Completed actions are not undone. ${openCallOf(live)}${staleState} Read the treasury before you repeat the message.`;
  return {
    turnId: live.turn.turnId,
    ...withError(live, error, message, now),
    assistant: `The turn was interrupted: ${message}`,
    awaitingApproval: live.state.awaiting.size > 0,
    usage: live.state.usage,
  };
}

/** The executor of a spend may still be paying. */
function openCallOf({ state }: LiveTurn): string {
  const events = state.shown.map(({ event }) => event);
  const ended = new Set(events.flatMap((one) => (one.kind === "tool_result" ? [one.callId] : [])));
  const isOpen = events.some((one) => one.kind === "tool_call" && !ended.has(one.callId));
  return isOpen ? "The last call has no result yet, and may have paid. Do not pay again. " : "";
}

/**
 * The events and the last known state of a turn that ended, where the current one cannot be read.
 *
 * @throws `error` if the turn had no effects.
 */
export function unreadState(
  live: LiveTurn,
  error: unknown,
  now: number,
): Pick<AgentTurnResult, "events" | "state"> {
  return withError(live, error, `The state could not be read. ${staleState}`, now);
}

function withError(
  { state, stateBefore }: LiveTurn,
  error: unknown,
  message: string,
  now: number,
): { readonly events: AgentEvent[]; readonly state: TreasuryState } {
  if (!state.hasEffects || stateBefore === null) throw error;
  const events: AgentEvent[] = state.shown.map(({ event }) => event);
  return {
    events: [...events, { kind: "error", message, at: timestamp(now) }],
    state: stateBefore(),
  };
}
