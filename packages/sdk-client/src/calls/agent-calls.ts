import type {
  AgentTurnResult,
  ResumeRequest,
  TurnEvents,
  TurnRequest,
  TurnStreamItem,
  WorkspaceRequest,
} from "@agent-treasury/contract/wire";
import type { CallOptions } from "../options.ts";

export interface EventsRequest extends WorkspaceRequest {
  turnId: string;
  /** The id of the last received event. Default: none. */
  after?: string | undefined;
}

export interface ResumedStreamRequest extends ResumeRequest {
  /** The id of the last received event. Default: none. */
  after?: string | undefined;
}

/** The request is sent when the first item is requested. */
export type TurnStream = AsyncGenerator<TurnStreamItem, void>;

export interface AgentCalls {
  /**
   * Runs one turn until it ends or one of its spends needs approval: `POST /agent`. Takes up to two
   * minutes. A denied or failed action does not reject: it appears in `events` and in the proposals
   * of `state`.
   *
   * Error codes: `turn_in_progress`, `too_many_turns`, `token_budget_exceeded` (each with
   * `retryAfterSeconds`), `model_not_connected`, `model_failed`, `turn_failed`.
   *
   * @example
   * const { assistant, awaitingApproval, state } = await client.agent.run({ message: "Buy a domain
   * for $24." });
   */
  run(request: TurnRequest, call?: CallOptions): Promise<AgentTurnResult>;
  /**
   * Runs one turn and streams its events: `POST /agent`. A stream that disconnects reconnects after
   * the last event, also to another process. The text of the current answer is then sent again from
   * `offset` 0. Leaving the loop or aborting the signal does not stop the turn.
   *
   * Rejects like any call before the first item, and with a `TreasuryConnectionError` if
   * reconnecting fails.
   *
   * @example
   * let answer = "";
   * for await (const item of client.agent.stream({ message: "Buy a domain for $12." })) {
   *   if (item.kind === "text") answer = answer.slice(0, item.offset) + item.text;
   *   if (item.kind === "tool_call") console.log(item.tool, item.arguments);
   *   if (item.kind === "result") console.log(item.result.assistant);
   * }
   */
  stream(request: TurnRequest, call?: CallOptions): TurnStream;
  /**
   * Resumes a turn that has no pending proposals left: `POST /agent/resume`. Repeated calls resume
   * it once. If proposals are still pending, returns the turn's result so far.
   *
   * Error codes: `turn_not_found`, and those of `run`.
   */
  resume(request: ResumeRequest, call?: CallOptions): Promise<AgentTurnResult>;
  /** Like `resume`, as a stream. Joins the turn if it already runs. */
  streamResume(request: ResumedStreamRequest, call?: CallOptions): TurnStream;
  /**
   * Streams an existing turn, including one started by another client: `GET
   * /agent/turns/{id}/events`.
   */
  watch(request: EventsRequest, call?: CallOptions): TurnStream;
  /** Reads a turn's events so far: `GET /agent/turns/{id}/events`. */
  events(request: EventsRequest, call?: CallOptions): Promise<TurnEvents>;
}
