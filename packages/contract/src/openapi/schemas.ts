import * as z from "zod";
import { allErrors } from "../error-conditions.ts";
import { treasuryEventSchema } from "../events.ts";
import { allowedPatterns } from "../fields.ts";
import { type RouteName, routes } from "../routes.ts";
import { responseShapes } from "../shape.ts";
import { writtenRulesSchema } from "../written-rules.ts";
import type { JsonSchema, ObjectSchema } from "./json-schema.ts";

/** Returns a reference to a schema in the document's components. */
export function schemaReference(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a reference to the schema of a response. */
export function responseReference(schema: z.ZodType): { $ref: string } {
  const id = responseShapes.get(schema)?.id;
  if (id === undefined) throw new TypeError("A response's schema must be a `responseShape`.");
  return schemaReference(id);
}

/** Returns a reference to the schema of an event, which no route has. */
export function eventReference(): { $ref: string } {
  return responseReference(treasuryEventSchema);
}

/** Returns all response schemas by name. */
export function componentSchemas(): Record<string, JsonSchema> {
  const components = shapeSchemas(responseShapes, "output");
  // Code generators and the HTTP API page read the catalogue from here.
  return { ...components, ErrorBody: { ...components["ErrorBody"], "x-errors": allErrors() } };
}

/** Returns the JSON schemas of a registry by name. */
export function shapeSchemas(
  shapes: z.core.$ZodRegistry<{ id: string }>,
  io: "input" | "output",
): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(shapes, {
    io,
    uri: (id) => schemaReference(id).$ref,
    override: simplify,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]),
  );
}

/** Returns the schema of an operation's input. */
export function inputSchema(name: RouteName): ObjectSchema {
  const schema = z.toJSONSchema(routes[name].input, { io: "input", override: simplifyInput });
  return withoutIdentity(schema) as ObjectSchema;
}

const rulesTitle = responseShapes.get(writtenRulesSchema)?.id;

interface Converted {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: JsonSchema;
}

/**
 * Adds the characters that texts must not contain, and refers to written rules instead of a copy in
 * each operation.
 */
function simplifyInput({ zodSchema, jsonSchema }: Converted): void {
  simplify({ jsonSchema });
  const allowed = allowedPatterns.get(zodSchema);
  if (allowed !== undefined && jsonSchema["pattern"] === undefined) {
    Object.assign(jsonSchema, allowed);
  } else if (allowed !== undefined) {
    jsonSchema["allOf"] = [{ type: "string", ...allowed }];
  }
  if (jsonSchema["title"] !== rulesTitle) return;
  const { description } = jsonSchema;
  for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
  Object.assign(jsonSchema, schemaReference(rulesTitle ?? ""), { description });
}

function withoutIdentity({ $schema: _dialect, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Removes bounds that restate the type, and bans of unknown fields, because later versions add some. */
function simplify({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema["additionalProperties"] === false) delete jsonSchema["additionalProperties"];
  if (jsonSchema["format"] === "date-time") delete jsonSchema["pattern"];
  if (jsonSchema["minimum"] === Number.MIN_SAFE_INTEGER) delete jsonSchema["minimum"];
  if (jsonSchema["maximum"] === Number.MAX_SAFE_INTEGER) delete jsonSchema["maximum"];
}
