import type { AgentEvent, ChatMessage, ErrorCode, TokenUsage } from "@agent-treasury/contract";
import { TreasuryError, type JsonObject, type ModelCall } from "@agent-treasury/provider";

/** The version of the records below. A process that reads a higher one does not run the turn. */
export const recordVersion = 1;

/** The first record of a turn: its message. */
export interface BegunRecord {
  readonly kind: "begun";
  readonly version: number;
  /** Milliseconds since 1970, like every `at` of these records. */
  readonly at: number;
  readonly message: string;
  readonly history: readonly ChatMessage[];
}

/** Another run acquired the turn. From here on, appends of the previous run get `conflict`. */
export interface TakenRecord {
  readonly kind: "taken";
  readonly at: number;
  /** `recovery` if the process that ran the turn was gone, `resume` if the turn was waiting. */
  readonly cause: "resume" | "recovery";
}

/** A call in an answer of the model, in the answer's order. */
export type AnsweredCall =
  | {
      readonly kind: "call";
      readonly callId: string;
      readonly name: string;
      readonly arguments: JsonObject;
    }
  /** The call could not be parsed. The reason is sent to the model. */
  | {
      readonly kind: "malformed";
      readonly reason: string;
      /** It was not written as a call, which is reported once in a turn. */
      readonly isMissed?: true;
    };

/** The model answered. */
export interface AnsweredRecord {
  readonly kind: "answered";
  /** As the model wrote it. */
  readonly text: string;
  /** The prose of the answer, trimmed. */
  readonly said: string;
  readonly calls: readonly AnsweredCall[];
  /** The same calls, in the same order, if the model made them as native calls. */
  readonly native?: readonly ModelCall[];
  readonly usage: TokenUsage | null;
}

/** A public event of the turn. */
export interface HappenedRecord {
  readonly kind: "happened";
  readonly event: AgentEvent;
  /** For `tool_call`: the call may have external effects. */
  readonly isWrite?: true;
  /** For `tool_result`: the call was rejected before it had any effect. */
  readonly nothingHappened?: true;
  /** For `proposal`: the call that waits for its approval. */
  readonly waitingCall?: string;
  /** For `thought`: the prose of the current answer, which gives the reason for its calls. */
  readonly isProse?: true;
}

/** The turn waits for approvals. No process runs it until they are decided. */
export interface WaitsRecord {
  readonly kind: "waits";
  /** The agent's message until then. */
  readonly assistant: string;
}

/** Why a turn failed. */
export interface RecordedFailure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Milliseconds since 1970 from which a retry makes sense, if known. */
  readonly retryAt?: number;
}

/** The turn ended. */
export interface EndedRecord {
  readonly kind: "ended";
  readonly assistant: string;
  /** Whether one of its proposals is still pending, because the turn was interrupted. */
  readonly awaitingApproval: boolean;
  /** Why the turn failed without any effect; null for every other end. */
  readonly failure: RecordedFailure | null;
}

/** One record of a turn, as the log stores it. */
export type TurnRecord =
  | BegunRecord
  | TakenRecord
  | AnsweredRecord
  | HappenedRecord
  | WaitsRecord
  | EndedRecord;

/** Creates the record of a turn that ended without a failure. */
export function endedRecord(assistant: string, awaitingApproval = false): EndedRecord {
  return { kind: "ended", assistant, awaitingApproval, failure: null };
}

const header = "retry-after";

/** Records a failure. The seconds of `retry-after` become a time, because the record is read later. */
export function recordFailure(
  { code, headers }: TreasuryError,
  message: string,
  now: number,
): RecordedFailure {
  const seconds = Number(headers[header]);
  return { code, message, ...(seconds >= 0 && { retryAt: now + seconds * 1_000 }) };
}

/** Recreates a recorded failure, with `retry-after` counted from `now`. */
export function failureOf({ code, message, retryAt }: RecordedFailure, now: number): TreasuryError {
  const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1_000);
  const headers: Record<string, string> = seconds > 0 ? { [header]: String(seconds) } : {};
  return new TreasuryError(code, message, { headers });
}
