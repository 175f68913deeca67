import type { ErrorBody } from "./error-body.ts";
import type { Proposal, TreasuryState, WorkspaceRequest } from "./treasury.ts";

/** One earlier message of the conversation. */
export interface ChatMessage {
  role: "user" | "assistant";
  content: string;
}

/** The agent reasoned. */
export interface ThoughtEvent {
  kind: "thought";
  at: string;
  text: string;
}

/** The agent called a tool. */
export interface ToolCallEvent {
  kind: "tool_call";
  at: string;
  /** Joins the call with its result. */
  callId: string;
  tool: string;
  arguments: Record<string, unknown>;
}

/** A tool answered. */
export interface ToolResultEvent {
  kind: "tool_result";
  at: string;
  callId: string;
  tool: string;
  /** Whether the tool did what it was asked. */
  ok: boolean;
  /** The tool's own answer. */
  result: unknown;
}

/** A spend was proposed, whatever became of it. */
export interface ProposalEvent {
  kind: "proposal";
  at: string;
  proposalId: string;
  proposal: Proposal;
}

/** A spend waits for a person. */
export interface AwaitingApprovalEvent {
  kind: "awaiting_approval";
  at: string;
  proposalId: string;
}

/** Something went wrong; the turn went on unless this is its last event. */
export interface ErrorEvent {
  kind: "error";
  at: string;
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
  inputTokens: number;
  outputTokens: number;
}

/** What a turn came to. */
export interface AgentTurnResult {
  turnId: string;
  /** Of the whole turn, in the order in which they happened. */
  events: AgentEvent[];
  /** The agent's last word to the operator. */
  assistant: string;
  /** Whether a spend of this turn waits for a person. */
  awaitingApproval: boolean;
  /** Of all answers of the model in this turn; null when the provider does not report it. */
  usage: TokenUsage | null;
  state: TreasuryState;
}

/** Which turn a stream is of; the first thing on it. */
export interface TurnStartItem {
  kind: "turn";
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
  text: string;
}

/** An event, with the id by which a stream goes on after it. */
export type EventItem = AgentEvent & { id: string };

/** How the turn ended, or that it waits; the last thing on a stream. */
export interface ResultItem {
  kind: "result";
  result: AgentTurnResult;
}

/** That the turn failed before anything happened; the last thing on a stream, in place of a result. */
export interface FailureItem {
  kind: "failure";
  failure: ErrorBody;
}

/** What comes over a stream of a turn, told apart by `kind`. */
export type TurnStreamItem = TurnStartItem | TextItem | EventItem | ResultItem | FailureItem;

/** Answer of `GET /agent/turns/{id}/events` to whoever does not accept a stream. */
export interface TurnEvents {
  turnId: string;
  /** `waiting` for a person; `running` also while it waits to be carried on after a crash. */
  status: "running" | "waiting" | "done";
  events: EventItem[];
}

/** Answer of `GET /health`. */
export interface Health {
  ok: true;
}
