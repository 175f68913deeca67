import type { JsonObject } from "@agent-treasury/provider";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** The context of a call to a tool of the host app. */
export interface ToolContext {
  readonly workspaceId: string;
  readonly turnId: string;
  /** Identifies one call of one turn. A repeated run of the call has the same id. */
  readonly callId: string;
  /** Unique to the call, and the same when it runs again after a crash. Pass it to APIs that accept one. */
  readonly idempotencyKey: string;
  /** Aborts when the turn's time is over, or its caller disconnects. */
  readonly signal: AbortSignal;
}

/** A tool of the host app. `defineTool` creates one and derives `parametersSchema` from the schema. */
export interface AgentTool<Arguments = unknown> {
  /** Letters, digits and `_`; not the name of one of the treasury's own tools. */
  readonly name: string;
  readonly description: string;
  /** Checks the model's arguments. A schema of any library that implements Standard Schema. */
  readonly parameters: StandardSchemaV1<unknown, Arguments>;
  /** The same as JSON Schema, for the model. */
  readonly parametersSchema: JsonObject;
  /** `write` if the tool has external effects. A turn that ran it always reports a result, even if it fails. */
  readonly effect: "read" | "write";
  /**
   * Whether a write tool honours `context.idempotencyKey`, so that it may run again when a crash left its outcome
   * unknown. Otherwise the model gets the error that the outcome is unknown. Read tools always run again.
   */
  readonly repeatable?: boolean;
  /** Returns JSON. The model gets the message of an error that it throws. */
  // A method, so that tools with different arguments fit into one list. `parameters` has checked them.
  execute(input: Arguments, context: ToolContext): unknown;
}
