import type { HttpMethod } from "../shape.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";
import { requestIn } from "./operation.ts";
import { inputSchema } from "./schemas.ts";

/** A route of a plugin, for the OpenAPI document. */
export interface PluginOperationDescription {
  /** `plugin:<plugin's id>:<route's name>`. */
  readonly action: string;
  readonly method: HttpMethod;
  /** The path below the base path, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** JSON Schema of an object without `workspaceId`. Null for a signed delivery. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** JSON Schema of the response. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** Generates the operation of a plugin's route. */
export function pluginOperation({
  action,
  method,
  path,
  summary,
  input,
  output,
}: PluginOperationDescription): JsonSchema {
  return {
    operationId: action.replaceAll(":", "_"),
    summary,
    description: `A route of the plugin \`${action.split(":")[1] ?? ""}\`.`,
    tags: ["plugins"],
    ...(input === null && { security: [] }),
    ...(input === null
      ? { ...parametersOnly(path), requestBody: signedBody }
      : requestIn({ method, path }, withWorkspace(input as ObjectSchema))),
    responses: {
      "200": { description: "Success.", content: { "application/json": { schema: output } } },
      default: { $ref: "#/components/responses/Failure" },
    },
  };
}

const signedBody: JsonSchema = {
  required: true,
  description: "The delivery as its sender signed it, byte by byte. A header has the signature.",
  content: { "*/*": { schema: {} } },
};

function withWorkspace(schema: ObjectSchema): ObjectSchema {
  const { workspaceId } = inputSchema("readTreasury").properties;
  return { ...schema, properties: { ...(workspaceId && { workspaceId }), ...schema.properties } };
}

function parametersOnly(path: string): JsonSchema {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  return requestIn({ method: "GET", path }, { properties, required: names });
}
