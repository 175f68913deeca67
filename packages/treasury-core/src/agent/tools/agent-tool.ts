import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { JsonObject } from "../../ports/json.ts";

/** What a tool of the host app is told beside its arguments. */
export interface ToolContext {
  readonly workspaceId: string;
  readonly turnId: string;
  /** One call of one turn: the same call is never run under another id. */
  readonly callId: string;
  /** Aborts when the turn's time is over, or when its caller is gone. */
  readonly signal: AbortSignal;
}

/**
 * A tool of the host app, offered to the agent beside the treasury's own.
 *
 * @example
 * ```ts
 * const weather: AgentTool<{ city: string }> = {
 *   name: "read_weather",
 *   description: "The weather in a city now.",
 *   parameters: z.object({ city: z.string() }),
 *   parametersSchema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
 *   effect: "read",
 *   execute: ({ city }) => readWeather(city),
 * };
 * ```
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
  /** Its answer must be JSON. What it throws is told to the model as an error, by its message. */
  // A method, so that tools of any arguments fit into one list: `parameters` has checked them before.
  execute(input: Arguments, context: ToolContext): unknown;
}
