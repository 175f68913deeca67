import type { JsonObject } from "@agent-treasury/provider";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { ToolContext } from "../../../kernel/turn-tool.ts";

/** A tool of the host app. Create it with `defineTool`. */
export interface AgentTool<Arguments = unknown> {
  /** Up to 64 letters, digits and `_`, starting with a letter. Not the name of a built-in tool. */
  readonly name: string;
  /** Describes to the model what the tool does and when to use it. */
  readonly description: string;
  /** A Standard Schema that validates the model's arguments. */
  readonly parameters: StandardSchemaV1<unknown, Arguments>;
  /** `parameters` as JSON Schema, for the model. */
  readonly parametersSchema: JsonObject;
  /** `write` if the tool has external effects. A turn that ran it reports a result even if it fails. */
  readonly effect: "read" | "write";
  /**
   * Whether a write tool honours `context.idempotencyKey`, so that it may run again after a crash. Otherwise
   * the model receives the error that the outcome is unknown.
   */
  readonly repeatable?: boolean;
  /**
   * `outside` if its results contain what others wrote, such as web pages, mail or documents. The
   * default of a tool that only reads. Otherwise `own`.
   */
  readonly content?: "outside" | "own";
  /** Returns JSON. If it throws, the model receives the error's message. */
  // A method, so that tools with different arguments fit into one list.
  execute(input: Arguments, context: ToolContext): unknown;
}
