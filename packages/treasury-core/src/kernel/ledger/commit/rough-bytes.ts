import type { Json, JsonObject } from "@agent-treasury/provider";

const bytesOfAValue = 8;
/** The length with quotes and colon. */
const bytesOfAName = 14;

/** An estimate without serializing, for limits only. */
export function roughBytes(value: Json | undefined): number {
  if (typeof value === "string") return value.length + bytesOfAValue;
  if (typeof value !== "object" || value === null) return bytesOfAValue;
  let bytes = bytesOfAValue;
  // `Object.values` takes three times as long, and so does `in` with arrays.
  if (Array.isArray(value)) {
    for (const part of value) bytes += bytesOfAName + roughBytes(part);
    return bytes;
  }
  const object = value as JsonObject;
  for (const name in object) bytes += bytesOfAName + roughBytes(object[name]);
  return bytes;
}
