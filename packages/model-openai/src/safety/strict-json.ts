export type JsonFields = Readonly<Record<string, unknown>>;

/** A string, or a sign that begins or ends an object, a list or a value. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/gu;

/**
 * Parses a JSON object. Returns null for anything else, and for an object with two fields of the
 * same name at any depth, because `JSON.parse` would return the last of them.
 */
export function parseFields(text: string): JsonFields | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && !repeatsField(text) ? (value as JsonFields) : null;
}

/** @param json valid JSON. Names are compared without their escapes. */
function repeatsField(json: string): boolean {
  /** The names of the objects around a token; null for a list. */
  const names: (Set<unknown> | null)[] = [];
  let last = "";
  for (const [sign] of json.matchAll(token)) {
    if (sign === "{") names.push(new Set());
    else if (sign === "[") names.push(null);
    else if (sign === "}" || sign === "]") names.pop();
    else if (sign === ":") {
      const name: unknown = JSON.parse(last);
      const own = names.at(-1);
      if (own?.has(name)) return true;
      own?.add(name);
    }
    last = sign;
  }
  return false;
}
