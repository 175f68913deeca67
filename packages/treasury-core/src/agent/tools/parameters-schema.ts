import { TreasuryError, type JsonObject } from "@agent-treasury/provider";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";

/** Newest first; a library throws for what it does not know. */
const targets: readonly StandardJSONSchemaV1.Target[] = ["draft-2020-12", "draft-07"];

/**
 * A tool's parameters as JSON Schema, by Standard JSON Schema: what may come in, so that a field with a
 * default may be left out.
 *
 * @throws TreasuryError `invalid_request`, naming the tool and what to do.
 */
export function parametersSchemaOf(toolName: string, parameters: StandardSchemaV1): JsonObject {
  const { jsonSchema, vendor } = parameters["~standard"] as Partial<StandardJSONSchemaV1.Props> &
    StandardSchemaV1.Props;
  if (jsonSchema === undefined) {
    throw impossible(
      toolName,
      `its schema, by ${vendor}, offers no JSON Schema. Give \`parametersSchema\`; zod from 4.2 and arktype need none, nor does a valibot schema in \`toStandardJsonSchema\` of @valibot/to-json-schema`,
    );
  }
  // Of the dialect the model needs to know nothing.
  const { $schema: _dialect, ...schema } = convert(toolName, jsonSchema);
  if (schema["type"] !== "object") {
    throw impossible(toolName, "its parameters must be an object: models send arguments by name");
  }
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

function convert(
  toolName: string,
  converter: StandardJSONSchemaV1.Converter,
): Record<string, unknown> {
  let problem: unknown;
  for (const target of targets) {
    try {
      return converter.input({ target });
    } catch (error) {
      problem ??= error;
    }
  }
  const why = problem instanceof Error ? problem.message : String(problem);
  throw impossible(
    toolName,
    `its parameters cannot be written as JSON Schema: ${why}. Give \`parametersSchema\``,
    problem,
  );
}

function impossible(toolName: string, why: string, cause?: unknown): TreasuryError {
  return new TreasuryError("invalid_request", `The tool ${toolName} cannot be offered: ${why}.`, {
    cause,
  });
}
