import { type RouteName, routes } from "../routes.ts";
import type { DescribedFailures } from "./failures.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";
import { inputSchema, responseReference } from "./schemas.ts";

/** Generates one operation of the document. */
export function openApiOperation(name: RouteName, failures: DescribedFailures): JsonSchema {
  const { summary, tag, access } = routes[name];
  return {
    operationId: name,
    summary,
    tags: [tag],
    ...(access !== "authorize" && { security: [] }),
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
  const { method, path, access, idempotencyKey, resumable } = routes[name];
  if (access === "signature") return { requestBody: signedBody };
  const { properties, required = [] } = inputSchema(name);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  const elsewhere = Object.keys(properties).filter((field) => !inPath.includes(field));
  const parameter = (place: "path" | "query") => (field: string) => ({
    name: field,
    in: place,
    required: required.includes(field),
    schema: properties[field],
  });
  const parameters: JsonSchema[] = inPath.map(parameter("path"));
  if (method !== "POST") parameters.push(...elsewhere.map(parameter("query")));
  if (idempotencyKey) parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
  if (resumable) parameters.push({ $ref: "#/components/parameters/LastEventId" });
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(method === "POST" && {
      requestBody: bodyOf({
        type: "object",
        properties: Object.fromEntries(elsewhere.map((field) => [field, properties[field] ?? {}])),
        required: required.filter((field) => !inPath.includes(field)),
      }),
    }),
  };
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
  const { output, stream } = routes[name];
  return {
    "application/json": { schema: responseReference(output) },
    ...(stream && {
      "text/event-stream": {
        schema: { type: "string", contentSchema: responseReference(stream) },
      },
    }),
  };
}
