import { documentedRoutes, type RouteName } from "../routes.ts";
import type { RouteDeclaration } from "../shape.ts";
import type { DescribedFailures } from "./failures.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";
import { inputSchema, responseReference } from "./schemas.ts";

/** Generates one operation of the document. */
export function openApiOperation(name: RouteName, failures: DescribedFailures): JsonSchema {
  const { summary, description, tag, access, agents } = documentedRoutes[name];
  return {
    operationId: name,
    summary,
    description,
    tags: [tag],
    ...(access !== "authorize" && { security: [] }),
    ...(agents === true && { security: [{}, { operator: [] }, { agent: [] }] }),
    ...requestOf(name),
    responses: {
      "200": { description: "Success.", content: responsesOf(name) },
      ...failures.of(name),
      // A later version may add codes.
      default: { $ref: "#/components/responses/Failure" },
    },
  };
}

function requestOf(name: RouteName): JsonSchema {
  const { method, path, access, idempotencyKey, resumable, isClosed } = documentedRoutes[name];
  if (access === "signature") return { requestBody: signedBody };
  const more: JsonSchema[] = [];
  if (idempotencyKey) more.push({ $ref: "#/components/parameters/IdempotencyKey" });
  if (resumable) more.push({ $ref: "#/components/parameters/LastEventId" });
  return requestIn({ method, path, ...(isClosed && { isClosed }) }, inputSchema(name), more);
}

/** Puts the fields of an input into the path, and into the query or the body. */
export function requestIn(
  { method, path, isClosed }: Pick<RouteDeclaration, "method" | "path" | "isClosed">,
  { properties, required = [], ...schema }: ObjectSchema,
  more: readonly JsonSchema[] = [],
): JsonSchema {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  const elsewhere = Object.keys(properties).filter((field) => !inPath.includes(field));
  const parameter = (place: "path" | "query") => (field: string) => ({
    name: field,
    in: place,
    required: place === "path" || required.includes(field),
    schema: properties[field],
  });
  const parameters: JsonSchema[] = inPath.map(parameter("path"));
  if (method !== "POST") parameters.push(...elsewhere.map(parameter("query")));
  parameters.push(...more);
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(method === "POST" && {
      requestBody: bodyOf({
        type: "object",
        properties: Object.fromEntries(elsewhere.map((field) => [field, properties[field] ?? {}])),
        required: required.filter((field) => !inPath.includes(field)),
        ...relationsIn(schema),
        ...(isClosed && { additionalProperties: false }),
      }),
    }),
  };
}

const relations = ["if", "then", "else", "dependentRequired", "dependentSchemas"] as const;

/**
 * The keywords that relate fields of a body to each other. Not `anyOf` and `oneOf`, of which code
 * generators make types that allow anything.
 */
function relationsIn(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    relations.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : [])),
  );
}

function bodyOf({ required = [], ...schema }: ObjectSchema): JsonSchema {
  const isRequired = required.length > 0;
  return {
    required: isRequired,
    content: { "application/json": { schema: { ...schema, ...(isRequired && { required }) } } },
  };
}

const signedBody: JsonSchema = {
  required: true,
  description:
    "The event as the payment processor sends it, byte by byte. A header has its signature.",
  content: { "application/json": { schema: {} } },
};

function responsesOf(name: RouteName): JsonSchema {
  const { output, stream, file } = documentedRoutes[name];
  return {
    "application/json": { schema: responseReference(output) },
    ...(file && {
      "application/octet-stream": { schema: { type: "string", format: "binary" } },
    }),
    ...(stream && {
      "text/event-stream": {
        schema: { type: "string", contentSchema: responseReference(stream) },
      },
    }),
  };
}
