import type { EventItem, AgentEvent } from "@agent-treasury/contract";
import type { AgentTurnResult } from "@agent-treasury/treasury-core";
import { type DoneOutside, answersOfTurn, usageOfAnswer } from "./turn-world.ts";

const spendShown = ["tool_call propose_spend", "tool_result propose_spend", "proposal"];
const waits = [...spendShown, "awaiting_approval"];
const decided = ["tool_result propose_spend", "proposal"];

/** The expected events of a turn after any crashes. */
const expected: readonly string[] = [
  "thought",
  ...called("look_up"),
  ...called("send_letter"),
  ...called("order_part"),
  "thought",
  ...spendShown,
  ...called("look_up"),
  ...waits,
  ...waits,
  ...called("send_letter"),
  ...decided,
  ...decided,
  ...called("order_part"),
  ...called("send_letter"),
  "thought",
].map(String);

/** Returns a flaw of a completed turn and its external effects, or null. */
export function turnFlaw(result: AgentTurnResult, done: DoneOutside): string | null {
  const { events, assistant, usage, state } = result;
  if (assistant !== "Done.") return `It ended with ${JSON.stringify(assistant)}.`;
  const shown = events.map(told).toSorted().join();
  if (shown !== expected.toSorted().join()) return `It showed ${events.map(told).join(", ")}.`;
  const answered = (usage?.outputTokens ?? 0) / usageOfAnswer.outputTokens;
  if (answered !== answersOfTurn) return `It counted ${answered} answers.`;
  const spent = state.ledger.map(({ amountUsd }) => String(amountUsd)).toSorted();
  if (spent.join() !== "-3,-30") return `It spent ${spent.join(" and ")} USD.`;
  const statuses = state.proposals.map(({ status }) => status).toSorted();
  if (statuses.join() !== "denied,executed,executed") return `Its spends are ${statuses.join()}.`;
  return orderFlaw(events) ?? effectFlaw(events, done);
}

/** Returns a flaw of the events that a reconnecting watcher received, or null. */
export function watchFlaw(
  seen: readonly EventItem[],
  events: readonly AgentEvent[],
): string | null {
  const places = seen.map(({ id }) => Number(id));
  const unordered = places.find((place, index) => place <= (places[index - 1] ?? 0));
  if (unordered !== undefined) return `Event ${unordered} was received out of order.`;
  const shown = seen.map(({ id: _id, ...event }) => JSON.stringify(event));
  const gap = events.findIndex((event, index) => JSON.stringify(event) !== shown[index]);
  if (gap !== -1 || shown.length !== events.length) {
    return `A reconnecting watcher received ${shown.length} events of ${events.length}, wrong from ${gap} on.`;
  }
  return null;
}

/** Each call appears once and before its result, except for decisions. */
function orderFlaw(events: readonly AgentEvent[]): string | null {
  const begun = new Set<string>();
  for (const event of events) {
    if (event.kind === "tool_call") {
      if (begun.has(event.callId)) return `The call ${event.callId} is shown twice.`;
      begun.add(event.callId);
    }
    if (event.kind === "tool_result" && !begun.has(event.callId)) {
      return `The result of ${event.callId} is shown before the call.`;
    }
  }
  return null;
}

/**
 * A letter is sent once per confirmed call, and at most once per call with an unknown outcome; an
 * order is placed once per key.
 */
function effectFlaw(
  events: readonly AgentEvent[],
  { letters, orders }: DoneOutside,
): string | null {
  for (const event of events) {
    if (event.kind !== "tool_result") continue;
    const times = letters.filter((key) => key === event.callId).length;
    if (event.tool === "send_letter" && (times > 1 || (event.ok && times === 0))) {
      return `The letter ${event.callId} was sent ${times} times.`;
    }
    if (event.tool === "order_part" && !(event.ok && orders.includes(event.callId))) {
      return `The order ${event.callId} was not placed.`;
    }
  }
  return null;
}

function told(event: AgentEvent): string {
  const isCall = event.kind === "tool_call" || event.kind === "tool_result";
  return isCall ? `${event.kind} ${event.tool}` : event.kind;
}

function called(tool: string): string[] {
  return [`tool_call ${tool}`, `tool_result ${tool}`];
}
