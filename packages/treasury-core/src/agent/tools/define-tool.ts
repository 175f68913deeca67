import { TreasuryError, type JsonObject } from "@agent-treasury/provider";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { AgentTool, ToolContext } from "./agent-tool.ts";
import { parametersSchemaOf } from "./parameters-schema.ts";
import { checkToolName } from "./tool-names.ts";

/** What a tool is made of. `execute` gets what `parameters` made of the model's arguments. */
export interface ToolDefinition<Parameters extends StandardSchemaV1> {
  /** 1 to 64 letters, digits and `_`, a letter first; not the name of one of the treasury's own tools. */
  readonly name: string;
  /** What the tool does and when to use it: the model reads nothing else of it. */
  readonly description: string;
  /** An object of any library that implements Standard Schema, for example zod, valibot or arktype. */
  readonly parameters: Parameters;
  /** The parameters as JSON Schema, where the library offers none by itself or should say more. */
  readonly parametersSchema?: JsonObject;
  /** `write` when it changes something outside. */
  readonly effect: AgentTool["effect"];
  /** Of a tool that writes: that it honours `context.idempotencyKey`, so that it may be run again. */
  readonly repeatable?: boolean;
  /** Its answer must be JSON. What it throws is told to the model as an error, by its message. */
  execute(input: StandardSchemaV1.InferOutput<Parameters>, context: ToolContext): unknown;
}

/**
 * Makes a tool of the host app. Its arguments have the types of its schema, which checks whatever the
 * model sends before `execute` sees it, and which tells the model what to send: as Standard JSON Schema
 * has it (zod from 4.2, arktype, valibot in its `toStandardJsonSchema`), or by `parametersSchema`.
 *
 * @throws TreasuryError `invalid_request`: a name that providers refuse, or parameters that are no
 *   object or have no JSON Schema.
 * @example
 * ```ts
 * import { z } from "zod";
 * import { createTreasury, defineTool } from "@agent-treasury/treasury-core";
 * import { memoryStorage } from "@agent-treasury/treasury-core/memory";
 *
 * const orderPart = defineTool({
 *   name: "order_part",
 *   description: "Order a spare part from the warehouse.",
 *   parameters: z.object({ part: z.string(), count: z.int().positive().default(1) }),
 *   effect: "write",
 *   repeatable: true,
 *   execute: ({ part, count }, { idempotencyKey, signal }) =>
 *     fetch("https://warehouse.example/orders", {
 *       method: "POST",
 *       headers: { "content-type": "application/json", "idempotency-key": idempotencyKey },
 *       body: JSON.stringify({ part, count }),
 *       signal,
 *     }).then((response) => response.json()),
 * });
 *
 * createTreasury({ baseUrl: "http://localhost:3000", storage: memoryStorage(), tools: [orderPart] });
 * ```
 */
export function defineTool<const Parameters extends StandardSchemaV1>(
  definition: ToolDefinition<Parameters>,
): AgentTool<StandardSchemaV1.InferOutput<Parameters>> {
  const { name, description, parameters, effect } = definition;
  checkToolName(name);
  if (description.trim() === "") {
    throw new TreasuryError(
      "invalid_request",
      `The tool ${name} has no description, which is all that the model reads of it.`,
    );
  }
  return {
    name,
    description,
    parameters,
    parametersSchema: definition.parametersSchema ?? parametersSchemaOf(name, parameters),
    effect,
    repeatable: definition.repeatable ?? false,
    execute: (input, context) => definition.execute(input, context),
  };
}
