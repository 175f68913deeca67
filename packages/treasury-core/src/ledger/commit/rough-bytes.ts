import type { Json } from "@agent-treasury/provider";

const bytesOfAValue = 8;
/** The length with quotes and colon. */
const bytesOfAName = 14;

/** An estimate without serializing, for limits only. */
export function roughBytes(value: Json): number {
  if (typeof value === "string") return value.length + bytesOfAValue;
  if (typeof value !== "object" || value === null) return bytesOfAValue;
  let bytes = bytesOfAValue;
  for (const part of Object.values(value)) bytes += bytesOfAName + roughBytes(part);
  return bytes;
}
