import type { Proposal } from "@agent-treasury/contract";
import type { JsonObject } from "@agent-treasury/provider";
import type { ToolContext } from "./agent-tool.ts";

/** What the treasury's own tools know beside what a tool of the host app does. */
export interface TurnToolContext extends ToolContext {
  /** The epoch of the ledger in which the turn began. */
  readonly epoch: number;
}

/** What a call came to. */
export interface ToolOutcome {
  readonly ok: boolean;
  /** Told to the model, and shown in the trace. */
  readonly content: unknown;
  /** The spend that the call proposed, if it did. */
  readonly proposal?: Proposal;
  /** The call was refused before anything could happen. */
  readonly nothingHappened?: true;
}

/** A tool as a turn runs it. `run` never rejects for what the model did wrong: it says so. */
export interface TurnTool {
  readonly name: string;
  readonly description: string;
  readonly parametersSchema: JsonObject;
  readonly effect: "read" | "write";
  /** Whether a call that may have run is run again, with the same context; a tool that reads always is. */
  readonly repeatable: boolean;
  /** Whether turns are offered it now. The default is that they are. */
  readonly isAvailable?: () => boolean;
  run(input: JsonObject, context: TurnToolContext): Promise<ToolOutcome>;
}

/** Refuses a call before anything could happen, and tells the model what was wrong. */
export function refuseCall(error: string): ToolOutcome {
  return { ok: false, content: { error }, nothingHappened: true };
}
