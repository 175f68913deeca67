import type { ErrorCode, Proposal } from "@agent-treasury/contract";
import { isTreasuryError, type JsonObject, type Micros, redact } from "@agent-treasury/provider";
import type { Person } from "./ledger/person.ts";

/** The context of a tool call. */
export interface ToolContext {
  readonly workspaceId: string;
  readonly turnId: string;
  /** The id of the call, stable when the call runs again after a crash. */
  readonly callId: string;
  /** Unique per call, and stable when the call runs again. Pass it to APIs that accept one. */
  readonly idempotencyKey: string;
  /** Aborts when the turn times out or its caller disconnects. */
  readonly signal: AbortSignal;
}

/** What the message of a person names. */
export interface PersonsMessage {
  /** @param vendor with a quote, the origin that the rail proves. */
  names(vendor: string, isQuoted: boolean): boolean;
  /** The one amount in USD. Null if it names none, several, or one that cannot be read exactly. */
  amount(): Micros | null;
}

export interface TurnToolContext extends ToolContext {
  /** The epoch in which the turn began. */
  readonly epoch: number;
  /** The person who started the turn. Null if unknown. */
  readonly startedBy: Person | null;
  /** Whether the model received content of a seller earlier in the turn. */
  readonly hasReadContent: boolean;
  /** Whether the model received outside content in the turn. */
  readonly hasReadOutside: boolean;
  /** Of the person who started the turn. */
  readonly message: PersonsMessage;
}

export interface ToolOutcome {
  readonly ok: boolean;
  /** Sent to the model, and shown in the trace. */
  readonly content: unknown;
  readonly proposal?: Proposal;
  /** `content` has content of a seller. */
  readonly hasContent?: true;
  /** The call had no effect. */
  readonly nothingHappened?: true;
}

/** `run` resolves with an error if the model made a mistake. */
export interface TurnTool {
  readonly name: string;
  readonly description: string;
  readonly parametersSchema: JsonObject;
  readonly effect: "read" | "write";
  /** Whether a call may run again after a crash. Always true for reads. */
  readonly repeatable: boolean;
  /** `outside` if its results contain what others wrote. Default: `own`. */
  readonly content?: "outside" | "own";
  /** Defaults to true. */
  readonly isAvailable?: () => boolean;
  run(input: JsonObject, context: TurnToolContext): Promise<ToolOutcome>;
  /** The result of a call whose proposal was decided. Defaults to the proposal's outcome. */
  concluded?(proposal: Proposal): Promise<ToolOutcome>;
}

/** Rejects a call before it has any effect. */
export function refuseCall(error: string): ToolOutcome {
  return { ok: false, content: { error }, nothingHappened: true };
}

/**
 * Returns the errors that a model can act on: rejected requests, and `hostError`, the failure of the service
 * behind the tool. Throws all others, which end the turn.
 */
export function failedCall(error: unknown, hostError: ErrorCode | null): ToolOutcome {
  if (!isTreasuryError(error)) throw error;
  const message = redact(`${error.message} ${error.remedy}`);
  if (error.status < 500) return refuseCall(message);
  if (error.code !== hostError) throw error;
  return { ok: false, content: { error: message } };
}
