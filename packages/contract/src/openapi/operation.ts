import type { StreamedRouteName } from "../operations.ts";
import { keyedRoutes, openRoutes } from "../route-errors.ts";
import { routeSummaries } from "../route-summaries.ts";
import { type RouteName, routes } from "../routes.ts";
import type { DescribedFailures } from "./failures.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";
import { answerReference, inputSchema, schemaReference } from "./json-schemas.ts";

const streamed: readonly RouteName[] = [
  "runTurn",
  "resumeTurn",
  "readTurnEvents",
] satisfies readonly StreamedRouteName[];

/** One operation of the document. */
export function openApiOperation(name: RouteName, failures: DescribedFailures): JsonSchema {
  return {
    operationId: name,
    summary: routeSummaries[name],
    tags: [tagOf(name)],
    ...(openRoutes.includes(name) && { security: [] }),
    ...requestOf(name),
    responses: {
      "200": { description: "Done.", content: answersOf(name) },
      ...failures.of(name),
      // A later version may add codes.
      default: { $ref: "#/components/responses/Failure" },
    },
  };
}

function tagOf(name: RouteName): string {
  const [, first] = routes[name].path.split("/");
  if (first === "treasury") return "treasury";
  if (first === "agents") return "machines";
  return first === "agent" ? "agent" : "service";
}

function requestOf(name: RouteName): JsonSchema {
  const { method, path } = routes[name];
  if (name === "receiveWebhook") return { requestBody: deliveryBody };
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
  if (keyedRoutes.includes(name))
    parameters.push({ $ref: "#/components/parameters/IdempotencyKey" });
  if (streamed.includes(name)) parameters.push({ $ref: "#/components/parameters/LastEventId" });
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
  const demands = required.length > 0;
  return {
    required: demands,
    content: { "application/json": { schema: { ...schema, ...(demands && { required }) } } },
  };
}

const deliveryBody: JsonSchema = {
  required: true,
  description: "What the payment processor sends, byte by byte; its signature is in a header.",
  content: { "application/json": { schema: {} } },
};

function answersOf(name: RouteName): JsonSchema {
  return {
    "application/json": { schema: answerReference(name) },
    ...(streamed.includes(name) && {
      "text/event-stream": {
        schema: { type: "string", contentSchema: schemaReference("TurnStreamItem") },
      },
    }),
  };
}
