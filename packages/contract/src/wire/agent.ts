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

/** What a turn came to. */
export interface AgentTurnResult {
  turnId: string;
  /** In the order in which they happened. */
  events: AgentEvent[];
  /** The agent's last word to the operator. */
  assistant: string;
  /** Whether a spend of this turn waits for a person. */
  awaitingApproval: boolean;
  state: TreasuryState;
}

/** Answer of `GET /health`. */
export interface Health {
  ok: true;
}
