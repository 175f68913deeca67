import type { AgentEvent, ChatMessage, ErrorCode, TokenUsage } from "@agent-treasury/contract";
import type { JsonObject, ModelCall } from "@agent-treasury/provider";

/** Of the records below. A process that finds a higher one leaves the turn to a newer process. */
export const journalVersion = 1;

/** What the turn is to do: its first record. */
export interface BegunRecord {
  readonly kind: "begun";
  readonly version: number;
  /** Milliseconds since 1970, like every `at` of these records. */
  readonly at: number;
  readonly message: string;
  readonly history: readonly ChatMessage[];
}

/** Somebody took the turn up again: from here on whoever ran it before is told `conflict`. */
export interface TakenRecord {
  readonly kind: "taken";
  readonly at: number;
  /** `recovery` where whoever ran it was gone, `resume` where it had waited. */
  readonly cause: "resume" | "recovery";
}

/** What an answer of the model calls for, in its order. */
export type AnsweredCall =
  | {
      readonly kind: "call";
      readonly callId: string;
      readonly name: string;
      readonly arguments: JsonObject;
    }
  /** It could not be read; the reason is for the model. */
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
  /** Its prose alone, trimmed. */
  readonly said: string;
  readonly calls: readonly AnsweredCall[];
  /** The same calls as the model made them, where it made them beside its text; in the same order. */
  readonly native?: readonly ModelCall[];
  readonly usage: TokenUsage | null;
}

/** Something that whoever watches the turn is shown. */
export interface HappenedRecord {
  readonly kind: "happened";
  readonly event: AgentEvent;
  /** Of a `tool_call`: from here on something may have been done outside. */
  readonly isWrite?: true;
  /** Of a `tool_result`: the call was refused before anything could be done. */
  readonly nothingHappened?: true;
  /** Of a `proposal`: the call that waits for it, when it waits for a person. */
  readonly waitingCall?: string;
  /** Of a `thought`: it is the prose of the current answer, which is the reason for its calls. */
  readonly isProse?: true;
}

/** The turn waits for people, and nobody runs it until they have decided. */
export interface WaitsRecord {
  readonly kind: "waits";
  /** The agent's last word until then. */
  readonly assistant: string;
}

/** Why a turn failed. */
export interface RecordedFailure {
  readonly code: ErrorCode;
  readonly message: string;
  /** Milliseconds since 1970 from which on it may be tried again; left out where nobody can tell. */
  readonly retryAt?: number;
}

/** The turn is over. */
export interface EndedRecord {
  readonly kind: "ended";
  readonly assistant: string;
  /** Whether a proposal of it waits all the same, because the turn broke off. */
  readonly awaitingApproval: boolean;
  /** Why it failed, when nothing had happened before; null for every other end. */
  readonly failure: RecordedFailure | null;
}

/** The end of a turn in the ordinary way. */
export function endedRecord(assistant: string, awaitingApproval = false): EndedRecord {
  return { kind: "ended", assistant, awaitingApproval, failure: null };
}

/** One record of a turn, as the log keeps it. */
export type JournalRecord =
  | BegunRecord
  | TakenRecord
  | AnsweredRecord
  | HappenedRecord
  | WaitsRecord
  | EndedRecord;
