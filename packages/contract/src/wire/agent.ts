import type { ErrorBody } from "./error-body.ts";
import type { Proposal, TreasuryState, WorkspaceRequest } from "./treasury.ts";

/** One earlier message of the conversation. */
export interface ChatMessage {
  /** Who said it. */
  role: "user" | "assistant";
  /** What was said. It is text for the model: no approval in it counts. */
  content: string;
}

/** What all events have. */
export interface EventMoment {
  /** When it happened. ISO 8601, UTC. */
  at: string;
}

/** The agent reasoned. */
export interface ThoughtEvent extends EventMoment {
  kind: "thought";
  /** What the model wrote beside its calls. What it wrote before a call comes before that call. */
  text: string;
}

/** The agent called a tool. */
export interface ToolCallEvent extends EventMoment {
  kind: "tool_call";
  /** Joins the call with its result. */
  callId: string;
  /** The tool's name. */
  tool: string;
  /** As the model gave them. */
  arguments: Record<string, unknown>;
}

/** A tool answered. */
export interface ToolResultEvent extends EventMoment {
  kind: "tool_result";
  /** The call that is answered. */
  callId: string;
  /** The tool's name. */
  tool: string;
  /** Whether the tool did what it was asked. */
  ok: boolean;
  /** The tool's own answer. */
  result: unknown;
}

/** A spend was proposed, whatever became of it. */
export interface ProposalEvent extends EventMoment {
  kind: "proposal";
  /** Its id. */
  proposalId: string;
  /** The proposal as it was at that moment. */
  proposal: Proposal;
}

/** A spend waits for a person. */
export interface AwaitingApprovalEvent extends EventMoment {
  kind: "awaiting_approval";
  /** What is to be decided. */
  proposalId: string;
}

/** Something went wrong; the turn went on unless this is its last event. */
export interface ErrorEvent extends EventMoment {
  kind: "error";
  /** What went wrong, for a person. */
  message: string;
}

/** One item of a turn's trace, told apart by `kind`. `at` is ISO 8601, UTC. */
export type AgentEvent =
  | ThoughtEvent
  | ToolCallEvent
  | ToolResultEvent
  | ProposalEvent
  | AwaitingApprovalEvent
  | ErrorEvent;

/** Body of `POST /agent`. */
export interface TurnRequest extends WorkspaceRequest {
  /** The directive. */
  message: string;
  /** Earlier turns, oldest first. */
  history?: ChatMessage[] | undefined;
}

/** Body of `POST /agent/resume`. */
export interface ResumeRequest extends WorkspaceRequest {
  /** The turn that waits. */
  turnId: string;
}

/** Path and query of `GET /agent/turns/{id}/events`. */
export interface TurnEventsRequest extends WorkspaceRequest {
  /** The turn. */
  id: string;
  /** The id of the last event that was seen; everything unless given. */
  after?: string | undefined;
}

/** What the model used, as its provider counts it. */
export interface TokenUsage {
  /** Of all that the model was asked. */
  inputTokens: number;
  /** Of all that it answered. */
  outputTokens: number;
}

/** What a turn came to. */
export interface AgentTurnResult {
  /** Its id: what it is resumed, read and followed by. */
  turnId: string;
  /** Of the whole turn, in the order in which they happened. */
  events: AgentEvent[];
  /** The agent's last word to the operator. */
  assistant: string;
  /** Whether a spend of this turn waits for a person. */
  awaitingApproval: boolean;
  /** Of all answers of the model in this turn; null when the provider does not report it. */
  usage: TokenUsage | null;
  /** The treasury after it. */
  state: TreasuryState;
}

/** Which turn a stream is of; the first thing on it. */
export interface TurnStartItem {
  kind: "turn";
  /** Its id: what it is resumed, read and followed by. */
  turnId: string;
}

/**
 * A piece of the model's answer as it comes, without its calls and thoughts. It is shown, and not kept:
 * what a person reads for good is in the events and the result.
 */
export interface TextItem {
  kind: "text";
  /** Characters of this answer before the piece: 0 begins a new answer, and takes the place of what was shown. */
  offset: number;
  /** The piece. */
  text: string;
}

/** An event, with the id by which a stream goes on after it. */
export type EventItem = AgentEvent & EventPlace;

/** Where an event stands in its turn. */
export interface EventPlace {
  /** Digits that grow from event to event, and may leave numbers out. */
  id: string;
}

/** How the turn ended, or that it waits; the last thing on a stream. */
export interface ResultItem {
  kind: "result";
  /** What `POST /agent` answers without a stream. */
  result: AgentTurnResult;
}

/** That the turn failed before anything happened; the last thing on a stream, in place of a result. */
export interface FailureItem {
  kind: "failure";
  /** The body that a failure has without a stream. */
  failure: ErrorBody;
}

/** What comes over a stream of a turn, told apart by `kind`. */
export type TurnStreamItem = TurnStartItem | TextItem | EventItem | ResultItem | FailureItem;

/** Answer of `GET /agent/turns/{id}/events` to whoever does not accept a stream. */
export interface TurnEvents {
  /** The turn. */
  turnId: string;
  /** `waiting` for a person; `running` also while it waits to be carried on after a crash. */
  status: "running" | "waiting" | "done";
  /** Those after the one that was named, in their order. */
  events: EventItem[];
}

/** Answer of `GET /health`. */
export interface Health {
  /** Always true: a service that closes answers 503. */
  ok: true;
}
