import type { ChatMessage, EventItem, Proposal, TurnStreamItem } from "@agent-treasury/sdk-client";
import { randomId } from "../support/random-id.ts";

/** A turn of the agent on this page. */
export interface Turn {
  /** The page's own name for it, also before the service gave it an id. */
  readonly key: string;
  readonly turnId: string | null;
  readonly message: string;
  /** `waiting` for a person; `lost` when the page was closed before the service gave it an id. */
  readonly status: "running" | "waiting" | "done" | "failed" | "lost";
  readonly events: readonly EventItem[];
  /** The answer so far. */
  readonly text: string;
  readonly problem: string | null;
}

/** Returns a new turn. */
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

/** Returns the turn after one more item of its stream. */
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

/** Returns the id of the newest event, from which a stream resumes; undefined for all events. */
export function lastEventOf({ events }: Turn): string | undefined {
  return events.at(-1)?.id;
}

/** Returns the ids of the turn's proposals, in order. */
export function proposalIdsOf({ events }: Turn): readonly string[] {
  const ids = events.flatMap((event) => (event.kind === "proposal" ? [event.proposalId] : []));
  return [...new Set(ids)];
}

/** Returns the turn's proposals: from the treasury's newest hundred, otherwise from the turn's events. */
export function spendsOf(turn: Turn, proposals: readonly Proposal[]): readonly Proposal[] {
  return proposalIdsOf(turn).flatMap(
    (id) => proposals.find((proposal) => proposal.id === id) ?? proposalIn(turn, id) ?? [],
  );
}

/** The treasury lists every pending spend, so a spend that is missing there is not pending. */
function proposalIn({ events }: Turn, id: string): Proposal | undefined {
  const event = events.findLast((one) => one.kind === "proposal" && one.proposalId === id);
  if (event?.kind !== "proposal" || event.proposal.status === "pending") return undefined;
  return event.proposal;
}

/** Returns whether a turn waited for decisions and all of them were made. */
export function isDecided(turn: Turn, proposals: readonly Proposal[]): boolean {
  if (turn.status !== "waiting") return false;
  const ids = proposalIdsOf(turn);
  // A missing proposal is decided.
  return !proposals.some(({ id, status }) => status === "pending" && ids.includes(id));
}

const messagesTold = 20;

/** Returns the history that the agent receives. */
export function historyOf(turns: readonly Turn[]): ChatMessage[] {
  return turns
    .filter(({ status, text }) => status !== "running" && text !== "")
    .flatMap(({ message, text }): ChatMessage[] => [
      { role: "user", content: message },
      { role: "assistant", content: text },
    ])
    .slice(-messagesTold);
}
