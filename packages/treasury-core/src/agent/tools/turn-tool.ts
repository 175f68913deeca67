import type { ErrorCode, Proposal } from "@agent-treasury/contract";
import { isTreasuryError, type JsonObject, redact } from "@agent-treasury/provider";
import type { ToolContext } from "./agent-tool.ts";

export interface TurnToolContext extends ToolContext {
  /** The ledger epoch in which the turn began. */
  readonly epoch: number;
}

export interface ToolOutcome {
  readonly ok: boolean;
  /** Sent to the model, and shown in the trace. */
  readonly content: unknown;
  /** The proposed spend. */
  readonly proposal?: Proposal;
  /** The call was rejected before it had any effect. */
  readonly nothingHappened?: true;
}

/** A tool as a turn runs it. `run` resolves with an error if the model made a mistake. */
export interface TurnTool {
  readonly name: string;
  readonly description: string;
  readonly parametersSchema: JsonObject;
  readonly effect: "read" | "write";
  /**
   * Whether a call that may have run before a crash runs again, with the same context. Always true for reads.
   */
  readonly repeatable: boolean;
  /** Whether turns offer the tool now. Defaults to true. */
  readonly isAvailable?: () => boolean;
  run(input: JsonObject, context: TurnToolContext): Promise<ToolOutcome>;
}

/** Rejects a call before it has any effect, and returns the reason to the model. */
export function refuseCall(error: string): ToolOutcome {
  return { ok: false, content: { error }, nothingHappened: true };
}

/**
 * Returns errors that the model can act on: rejected requests, and `hostError`, the failure of the service
 * behind the tool. Throws all other errors, which end the turn.
 */
export function failedCall(error: unknown, hostError: ErrorCode | null): ToolOutcome {
  if (!isTreasuryError(error)) throw error;
  const message = redact(`${error.message} ${error.remedy}`);
  if (error.status < 500) return refuseCall(message);
  if (error.code !== hostError) throw error;
  return { ok: false, content: { error: message } };
}
