import type {
  AgentEvent,
  ChatMessage,
  ContextDocument,
  ErrorCode,
  TokenUsage,
} from "@agent-treasury/contract";
import { TreasuryError, type JsonObject, type ModelCall } from "@agent-treasury/provider";

/** A process does not run turns with a higher version. */
export const recordVersion = 1;

export interface BegunRecord {
  readonly kind: "begun";
  readonly version: number;
  readonly at: number;
  readonly message: string;
  readonly history: readonly ChatMessage[];
  /** Outside content that the app passed. Missing without any. */
  readonly context?: readonly ContextDocument[];
}

/** Another run acquired the turn. Appends of the previous run get `conflict`. */
export interface TakenRecord {
  readonly kind: "taken";
  readonly at: number;
  /** `recovery`: the turn's process had stopped. `resume`: the turn was waiting. */
  readonly cause: "resume" | "recovery";
}

export type AnsweredCall =
  | {
      readonly kind: "call";
      readonly callId: string;
      readonly name: string;
      readonly arguments: JsonObject;
    }
  /** The call could not be parsed. */
  | {
      readonly kind: "malformed";
      readonly reason: string;
      /** The model did not write it as a call. Reported once per turn. */
      readonly isMissed?: true;
      /** The answer was empty. Reported once per turn. */
      readonly isEmpty?: true;
    };

export interface AnsweredRecord {
  readonly kind: "answered";
  /** As the model wrote it. */
  readonly text: string;
  /** The prose of the answer. */
  readonly said: string;
  readonly calls: readonly AnsweredCall[];
  /** The same calls, if they are native. */
  readonly native?: readonly ModelCall[];
  readonly usage: TokenUsage | null;
}

export interface HappenedRecord {
  readonly kind: "happened";
  readonly event: AgentEvent;
  /** Set on a `tool_call` that may have external effects. */
  readonly isWrite?: true;
  /** Set on a `tool_result` that has content of a seller. */
  readonly hasContent?: true;
  /** Set on a `tool_result` that has outside content. */
  readonly isOutside?: true;
  /** Set on a `tool_result` if the call had no effect. */
  readonly nothingHappened?: true;
  /** The call that waits for a `proposal`. */
  readonly waitingCall?: string;
  /** Set on a `thought` that is the prose before calls. */
  readonly isProse?: true;
}

export interface WaitsRecord {
  readonly kind: "waits";
  readonly assistant: string;
}

export interface RecordedFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryAt?: number;
}

export interface EndedRecord {
  readonly kind: "ended";
  readonly assistant: string;
  readonly awaitingApproval: boolean;
  /** Set only if the turn failed without effects. */
  readonly failure: RecordedFailure | null;
}

export type TurnRecord =
  | BegunRecord
  | TakenRecord
  | AnsweredRecord
  | HappenedRecord
  | WaitsRecord
  | EndedRecord;

export function endedRecord(assistant: string, awaitingApproval = false): EndedRecord {
  return { kind: "ended", assistant, awaitingApproval, failure: null };
}

const header = "retry-after";

/** Stores `retry-after` as a time, because the record is read later. */
export function recordFailure(
  { code, headers }: TreasuryError,
  message: string,
  now: number,
): RecordedFailure {
  const seconds = Number(headers[header]);
  return { code, message, ...(seconds >= 0 && { retryAt: now + seconds * 1_000 }) };
}

export function failureOf({ code, message, retryAt }: RecordedFailure, now: number): TreasuryError {
  const seconds = retryAt === undefined ? 0 : Math.ceil((retryAt - now) / 1_000);
  const headers: Record<string, string> = seconds > 0 ? { [header]: String(seconds) } : {};
  return new TreasuryError(code, message, { headers });
}
