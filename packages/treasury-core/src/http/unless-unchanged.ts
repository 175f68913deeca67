import { sha256Hex } from "../kernel/ledger/hash.ts";
import { type DraftAnswer, isPieces } from "./answers.ts";
import type { ServiceRequest } from "./service-request.ts";

/**
 * Answers 304 without a body if the caller already has this answer. Only requests with
 * `if-none-match` receive an `etag`, so that others do not wait for the digest.
 */
export function unlessUnchanged(request: ServiceRequest, answered: DraftAnswer): DraftAnswer {
  const known = request.headers.get("if-none-match");
  if (known === null || request.method !== "GET") return answered;
  const { body, headers } = answered;
  const text = isPieces(body) ? body.join("") : body;
  if (typeof text !== "string") return answered;
  const etag = `"${sha256Hex(text).slice(0, 32)}"`;
  const withTag: DraftAnswer = { ...answered, headers: [...headers, ["etag", etag]] };
  // A proxy that compresses marks it as weak.
  const isUnchanged = known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag);
  return isUnchanged ? { ...withTag, status: 304, body: null } : withTag;
}
