import type { Json } from "@agent-treasury/provider";

/**
 * A frozen copy of a body, as a text of it would bring it back: a property that is undefined is left
 * out, a date is a text, and so on. Throws when it is not JSON.
 */
export function keptJson(value: Json): Json {
  return copyOf(value) ?? frozen(JSON.parse(JSON.stringify(value)) as Json);
}

/** A frozen copy of what is plainly JSON; undefined for whatever a text would bring back otherwise. */
function copyOf(value: unknown): Json | undefined {
  if (value === null) return null;
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0) ? value : undefined;
    case "object":
      return Array.isArray(value) ? copyOfArray(value) : copyOfObject(value);
    default:
      return undefined;
  }
}

function copyOfArray(value: readonly unknown[]): Json | undefined {
  const copy: Json[] = [];
  for (const item of value) {
    const kept = copyOf(item);
    if (kept === undefined) return undefined;
    copy.push(kept);
  }
  return Object.freeze(copy);
}

function copyOfObject(value: object): Json | undefined {
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  // Copied as a whole, since to make it up name by name takes twice as long.
  const copy = { ...value } as Record<string, Json>;
  for (const name of Object.keys(copy)) {
    const part: unknown = copy[name];
    if (typeof part === "string") continue;
    const kept = copyOf(part);
    // An assignment to that name would change what the copy is rather than what is in it.
    if (kept === undefined || name === "__proto__") return undefined;
    copy[name] = kept;
  }
  return Object.freeze(copy);
}

function frozen(part: Json): Json {
  if (typeof part !== "object" || part === null) return part;
  for (const inner of Object.values(part)) frozen(inner);
  return Object.freeze(part);
}
