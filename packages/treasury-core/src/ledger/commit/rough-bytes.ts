import type { Json } from "@agent-treasury/provider";

const bytesOfAValue = 8;
/** With its quotes and colon. Names are the records' own, and much alike in length. */
const bytesOfAName = 14;

/** About how many bytes a body takes, without writing it out: for bounds, not for sums. */
export function roughBytes(value: Json): number {
  if (typeof value === "string") return value.length + bytesOfAValue;
  if (typeof value !== "object" || value === null) return bytesOfAValue;
  let bytes = bytesOfAValue;
  for (const part of Object.values(value)) bytes += bytesOfAName + roughBytes(part);
  return bytes;
}
