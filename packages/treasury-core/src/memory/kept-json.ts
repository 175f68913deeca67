import type { Json, JsonObject } from "../ports/json.ts";

/**
 * A frozen copy of a body, as a text of it would bring it back: a property that is undefined is left
 * out, a date is a text, and so on. Throws when it is not JSON.
 */
export function keptJson(value: Json): Json {
  if (isPlain(value)) return copyOf(value);
  return copyOf(JSON.parse(JSON.stringify(value)) as Json);
}

/** Whether a value is what its type says, so that writing it out and reading it changes nothing. */
function isPlain(value: unknown): boolean {
  if (value === null) return true;
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      return Array.isArray(value) ? isPlainArray(value) : isPlainObject(value);
    default:
      return false;
  }
}

function isPlainArray(value: readonly unknown[]): boolean {
  // Not by `every`, which passes over what is missing.
  for (const item of value) if (!isPlain(item)) return false;
  return true;
}

function isPlainObject(value: object): boolean {
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  for (const [name, part] of Object.entries(value)) {
    if (name === "__proto__" || !isPlain(part)) return false;
  }
  return true;
}

/** Written out, since a copy by way of a text takes several times as long. */
function copyOf(part: Json): Json {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) return Object.freeze(part.map(copyOf));
  const copy: Record<string, Json> = {};
  for (const [name, inner] of Object.entries(part as JsonObject)) {
    // An assignment would change what the copy is rather than what is in it.
    if (name === "__proto__") Object.defineProperty(copy, name, ownProperty(copyOf(inner)));
    else copy[name] = copyOf(inner);
  }
  return Object.freeze(copy);
}

function ownProperty(value: Json): PropertyDescriptor {
  return { value, enumerable: true };
}
