import type { Json, JsonObject } from "@agent-treasury/provider";
import { escapeForModel } from "./escape-for-model.ts";

/**
 * Escapes every text of an object by `escapeForModel`, for clients that pass parsed data to a model.
 * Unlike JSON escapes, it is still escaped after parsing. Undefined fields are omitted.
 */
export function escapeFieldsForModel(value: object): JsonObject {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => [name, escapedField(field as Json)]),
  );
}

function escapedField(value: Json): Json {
  if (typeof value === "string") return escapeForModel(value);
  if (Array.isArray(value)) return value.map((item: Json) => escapedField(item));
  return typeof value === "object" && value !== null ? escapeFieldsForModel(value) : value;
}
