import type { JsonObject, TreasuryError } from "@agent-treasury/provider";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { invalidRequest } from "../../../kernel/errors.ts";

/** Ordered newest first. Libraries throw for unsupported versions. */
const targets: readonly StandardJSONSchemaV1.Target[] = ["draft-2020-12", "draft-07"];

/** Names in error messages. */
export interface SchemaNames {
  /** For example `tool order_part`. */
  readonly of: string;
  readonly schema: string;
  /** The option that takes a JSON Schema. */
  readonly option: string;
  /** The reason why it must be an object. */
  readonly why: string;
}

/**
 * Returns the JSON Schema of a Standard Schema of an object.
 *
 * @throws TreasuryError `invalid_request`.
 */
export function objectSchemaOf(schema: StandardSchemaV1, names: SchemaNames): JsonObject {
  const { jsonSchema, vendor } = schema["~standard"] as Partial<StandardJSONSchemaV1.Props> &
    StandardSchemaV1.Props;
  if (jsonSchema === undefined) {
    throw impossible(
      names,
      `its ${vendor} schema provides no JSON Schema. Pass \`${names.option}\`, or use zod from 4.2, arktype, or valibot with \`toStandardJsonSchema\` of @valibot/to-json-schema`,
    );
  }
  const { $schema: _dialect, ...converted } = convert(names, jsonSchema);
  if (converted["type"] !== "object") {
    throw impossible(names, `its ${names.schema} must be an object, ${names.why}`);
  }
  return JSON.parse(JSON.stringify(converted)) as JsonObject;
}

function convert(
  names: SchemaNames,
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
  const { schema, option } = names;
  const message = `its ${schema} cannot be converted to JSON Schema: ${why}. Pass \`${option}\``;
  throw impossible(names, message, problem);
}

function impossible({ of }: SchemaNames, why: string, cause?: unknown): TreasuryError {
  return invalidRequest(`Invalid ${of}: ${why}.`, cause);
}
