import type { ChatMessage, EventItem, Proposal, TurnStreamItem } from "@agent-treasury/sdk-client";
import { randomId } from "../random-id.ts";

/** A turn of the agent as this page knows it. */
export interface Turn {
  /** The page's own name for it, also before the service gave it an id. */
  readonly key: string;
  readonly turnId: string | null;
  /** What the operator said. */
  readonly message: string;
  /** `waiting` for a person; `lost` when the page was closed before the service gave it an id. */
  readonly status: "running" | "waiting" | "done" | "failed" | "lost";
  readonly events: readonly EventItem[];
  /** The answer, as far as it came. */
  readonly text: string;
  readonly problem: string | null;
}

/** A turn that was just begun. */
export function beginTurn(message: string): Turn {
  return {
    key: randomId(),
    turnId: null,
    message,
    status: "running",
    events: [],
    text: "",
    problem: null,
  };
}

/** The turn after one more item of its stream. */
export function applyItem(turn: Turn, item: TurnStreamItem): Turn {
  switch (item.kind) {
    case "turn":
      return { ...turn, turnId: item.turnId, status: "running", problem: null };
    case "text":
      return { ...turn, text: turn.text.slice(0, item.offset) + item.text };
    case "result": {
      const { assistant, awaitingApproval } = item.result;
      return { ...turn, text: assistant, status: awaitingApproval ? "waiting" : "done" };
    }
    case "failure":
      return { ...turn, status: "failed", problem: item.failure.error };
    default: {
      const isKnown = turn.events.some(({ id }) => id === item.id);
      return isKnown ? turn : { ...turn, events: [...turn.events, item] };
    }
  }
}

/** The id of the newest event, behind which a stream goes on; undefined for all of it. */
export function lastEventOf({ events }: Turn): string | undefined {
  return events.at(-1)?.id;
}

/** The ids of the spends that a turn proposed, in their order. */
export function proposalIdsOf({ events }: Turn): readonly string[] {
  const ids = events.flatMap((event) => (event.kind === "proposal" ? [event.proposalId] : []));
  return [...new Set(ids)];
}

/**
 * The spends that a turn proposed, as they stand; as the turn told of them where the treasury's newest
 * hundred do not have them any more.
 */
export function spendsOf(turn: Turn, proposals: readonly Proposal[]): readonly Proposal[] {
  return proposalIdsOf(turn).flatMap(
    (id) => proposals.find((proposal) => proposal.id === id) ?? toldOf(turn, id) ?? [],
  );
}

/** The treasury has every spend that waits among its own, so one that it does not have waits no more. */
function toldOf({ events }: Turn, id: string): Proposal | undefined {
  const event = events.findLast((one) => one.kind === "proposal" && one.proposalId === id);
  if (event?.kind !== "proposal" || event.proposal.status === "pending") return undefined;
  return event.proposal;
}

/** Whether a turn waited for decisions, and all of them were made. */
export function isDecided(turn: Turn, proposals: readonly Proposal[]): boolean {
  if (turn.status !== "waiting") return false;
  const ids = proposalIdsOf(turn);
  // One that the treasury does not have is decided.
  return !proposals.some(({ id, status }) => status === "pending" && ids.includes(id));
}

const messagesTold = 20;

/** What is told again of earlier turns, so that the agent knows what was said. */
export function historyOf(turns: readonly Turn[]): ChatMessage[] {
  return turns
    .filter(({ status, text }) => status !== "running" && text !== "")
    .flatMap(({ message, text }): ChatMessage[] => [
      { role: "user", content: message },
      { role: "assistant", content: text },
    ])
    .slice(-messagesTold);
}
