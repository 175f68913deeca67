import type { PaidResource } from "@agent-treasury/provider";

const maximumBytes = 262_144;

/** Undefined if it cannot be stored. The payment is recorded without it. */
export function readPaidResource(resource: unknown): PaidResource | undefined {
  const { status, contentType, body, rest } = (resource ?? {}) as Partial<PaidResource>;
  if (!Number.isInteger(status) || !(body instanceof Uint8Array)) return undefined;
  if (body.length > maximumBytes) return undefined;
  const read = { status: Number(status), contentType: typeIn(contentType), body };
  return rest === undefined ? read : { ...read, rest };
}

/** It is sent in a header. */
function typeIn(contentType: unknown): string | null {
  return typeof contentType === "string" && /^[\x20-\x7e]{1,255}$/.test(contentType)
    ? contentType
    : null;
}
