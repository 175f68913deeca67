import type { JsonObject } from "@agent-treasury/provider";
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** What a tool of the host app is told beside its arguments. */
export interface ToolContext {
  readonly workspaceId: string;
  readonly turnId: string;
  /** One call of one turn: the same call is never run under another id. */
  readonly callId: string;
  /**
   * For whatever the tool changes outside: a call that is run again after a crash brings the same key,
   * and no other call ever does. Pass it on to an API that takes one.
   */
  readonly idempotencyKey: string;
  /** Aborts when the turn's time is over, or when its caller is gone. */
  readonly signal: AbortSignal;
}

/**
 * A tool of the host app, offered to the agent beside the treasury's own. `defineTool` makes one, and
 * fills in what the schema can say by itself.
 */
export interface AgentTool<Arguments = unknown> {
  /** Letters, digits and `_`; not the name of one of the treasury's own tools. */
  readonly name: string;
  readonly description: string;
  /** Checks the model's arguments; any library that implements Standard Schema will do. */
  readonly parameters: StandardSchemaV1<unknown, Arguments>;
  /** The same as JSON Schema, for the model to read. */
  readonly parametersSchema: JsonObject;
  /** `write` when it changes something outside: a turn that ran it is never reported as if nothing happened. */
  readonly effect: "read" | "write";
  /**
   * Of a tool that writes: whether it may be run again where a crash left open whether it ran, because
   * it honours `context.idempotencyKey`. Unless it says so it is not, and the model is told that nobody
   * knows. A tool that reads may always.
   */
  readonly repeatable?: boolean;
  /** Its answer must be JSON. What it throws is told to the model as an error, by its message. */
  // A method, so that tools of any arguments fit into one list: `parameters` has checked them before.
  execute(input: Arguments, context: ToolContext): unknown;
}
