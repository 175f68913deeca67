import type { EventItem, AgentEvent } from "@agent-treasury/contract";
import type { AgentTurnResult } from "@agent-treasury/treasury-core";
import { type DoneOutside, answersOfTurn, usageOfAnswer } from "./turn-world.ts";

const spendShown = ["tool_call propose_spend", "tool_result propose_spend", "proposal"];
const waits = [...spendShown, "awaiting_approval"];
const decided = ["tool_result propose_spend", "proposal"];

/** What a turn shows, whatever became of the processes that ran it. */
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

/** What is wrong with a turn that ended, and with what it did outside; null for nothing. */
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

/** What is wrong with what somebody saw who had to come back for the rest; null for nothing. */
export function watchFlaw(
  seen: readonly EventItem[],
  events: readonly AgentEvent[],
): string | null {
  const places = seen.map(({ id }) => Number(id));
  const unordered = places.find((place, index) => place <= (places[index - 1] ?? 0));
  if (unordered !== undefined) return `Event ${unordered} was seen out of its place.`;
  const shown = seen.map(({ id: _id, ...event }) => JSON.stringify(event));
  const gap = events.findIndex((event, index) => JSON.stringify(event) !== shown[index]);
  if (gap !== -1 || shown.length !== events.length) {
    return `Somebody who came back saw ${shown.length} events of ${events.length}, wrong from ${gap} on.`;
  }
  return null;
}

/** Each call is shown before what it came to, and each once, but for what a person decided. */
function orderFlaw(events: readonly AgentEvent[]): string | null {
  const begun = new Set<string>();
  for (const event of events) {
    if (event.kind === "tool_call") {
      if (begun.has(event.callId)) return `The call ${event.callId} is shown twice.`;
      begun.add(event.callId);
    }
    if (event.kind === "tool_result" && !begun.has(event.callId)) {
      return `What ${event.callId} came to is shown before it.`;
    }
  }
  return null;
}

/** A letter leaves once for a call that says so, at most once for one of which nobody knows; an order once for its key. */
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
