import type { JsonObject } from "@agent-treasury/provider";
import { checkOptions, type NamesOf } from "@agent-treasury/provider/helpers";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import { invalidRequest } from "../../../kernel/errors.ts";
import type { ToolContext } from "../../../kernel/turn-tool.ts";
import type { AgentTool } from "./agent-tool.ts";
import { objectSchemaOf } from "./object-schema.ts";

/** The definition of a tool. */
export interface ToolDefinition<Parameters extends StandardSchemaV1> extends Pick<
  AgentTool,
  "name" | "description" | "effect" | "repeatable" | "content"
> {
  /** A Standard Schema of an object, for example from zod, valibot or arktype. */
  readonly parameters: Parameters;
  /** Required if the schema library provides no JSON Schema. */
  readonly parametersSchema?: JsonObject;
  /** Returns JSON. If it throws, the model receives the error's message. */
  execute(input: StandardSchemaV1.InferOutput<Parameters>, context: ToolContext): unknown;
}

const definitionNames: NamesOf<ToolDefinition<StandardSchemaV1>> = {
  name: true,
  description: true,
  parameters: true,
  parametersSchema: true,
  effect: true,
  repeatable: true,
  content: true,
  execute: true,
};

/**
 * Creates a tool of the host app. The schema types and checks the model's arguments. It also describes them to the
 * model, by Standard JSON Schema (zod from 4.2, arktype, valibot in its `toStandardJsonSchema`) or by
 * `parametersSchema`.
 *
 * @throws TreasuryError `invalid_request` if providers reject the name, or the parameters are not an object or have
 *   no JSON Schema.
 * @example
 * ```ts
 * import * as z from "zod";
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
  checkOptions("defineTool", definition, definitionNames);
  const { name, description, parameters, effect } = definition;
  checkToolName(name);
  if (description.trim() === "") {
    throw invalidRequest(
      `The tool ${name} has no description. Models need one to decide when to use a tool.`,
    );
  }
  return {
    name,
    description,
    parameters,
    parametersSchema: definition.parametersSchema ?? parametersSchemaOf(name, parameters),
    effect,
    repeatable: definition.repeatable ?? false,
    content: definition.content ?? (effect === "read" ? "outside" : "own"),
    execute: (input, context) => definition.execute(input, context),
  };
}

/** Checks that every provider accepts the name. */
export function checkToolName(name: string): void {
  if (/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name)) return;
  throw invalidRequest(
    `Invalid tool name ${JSON.stringify(name)}. Use 1 to 64 letters, digits and _, starting with a letter.`,
  );
}

function parametersSchemaOf(toolName: string, parameters: StandardSchemaV1): JsonObject {
  const names = { of: `tool ${toolName}`, schema: "parameters", option: "parametersSchema" };
  const why = "because models send arguments by name";
  return objectSchemaOf(parameters, { ...names, why });
}
