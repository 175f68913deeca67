import type { Json, JsonObject } from "@agent-treasury/provider";
import { JsonReader } from "./json-reader.ts";
import { malformedReason } from "./malformed-reason.ts";
import type { MarkupCall } from "./markup-event.ts";
import { maxNameCharacters, type MarkupLimits } from "./markup-limits.ts";

export interface CallReading {
  readonly call: MarkupCall | null;
  readonly reason: string;
  readonly charactersExamined: number;
}

/**
 * Reads the object of a `<tool_call>`: `name`, and `arguments` or else `parameters`. The arguments
 * may be missing, null, or a string of the object or of null. Other properties are ignored.
 */
export function readCall(object: JsonObject, limits: MarkupLimits): CallReading {
  const name = own(object, "name");
  if (name === undefined) return refused(malformedReason.noName, 0);
  if (typeof name !== "string" || name === "" || name.length > maxNameCharacters) {
    return refused(malformedReason.badName(maxNameCharacters), 0);
  }
  const given = own(object, "arguments") ?? own(object, "parameters") ?? {};
  if (typeof given === "string") return readArgumentsText(name, given, limits);
  return isObject(given) ? accepted(name, given, 0) : refused(malformedReason.badArguments, 0);
}

function readArgumentsText(name: string, text: string, limits: MarkupLimits): CallReading {
  if (["", "null"].includes(text.trim())) return accepted(name, {}, text.length);
  const reader = new JsonReader(limits);
  const stoppedAt = reader.read(text, 0);
  if (stoppedAt < text.length) reader.refuseLessThan();
  const given = reader.end();
  const examined = text.length + reader.charactersExamined;
  if (given !== null) return accepted(name, given, examined);
  return refused(malformedReason.badArgumentsText(reader.failure ?? ""), examined);
}

function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function accepted(name: string, given: JsonObject, charactersExamined: number): CallReading {
  return { call: { kind: "call", name, arguments: given }, reason: "", charactersExamined };
}

function refused(reason: string, charactersExamined: number): CallReading {
  return { call: null, reason, charactersExamined };
}
