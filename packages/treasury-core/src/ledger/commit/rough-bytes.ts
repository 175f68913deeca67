import type { Json } from "../../ports/json.ts";

const bytesOfAValue = 8;

/** About how many bytes a body takes, without writing it out: for bounds, not for sums. */
export function roughBytes(value: Json): number {
  if (typeof value === "string") return value.length + bytesOfAValue;
  if (typeof value !== "object" || value === null) return bytesOfAValue;
  let bytes = bytesOfAValue;
  for (const [name, part] of Object.entries(value)) bytes += name.length + roughBytes(part);
  return bytes;
}
