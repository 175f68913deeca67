import type { ErrorBody } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError } from "../errors.ts";
import { redact } from "../redact.ts";

function headersOf(
  requestId: string,
  more: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
    ...more,
  };
}

/** A success. */
export function answer(body: unknown, requestId: string): Response {
  return new Response(JSON.stringify(body), { status: 200, headers: headersOf(requestId, {}) });
}

/** A failure: what happened and what to do; never a stack, never a key. */
export function answerError(error: TreasuryError, requestId: string): Response {
  const body: ErrorBody = {
    error: redact(`${error.message} ${error.remedy}`),
    code: error.code,
    requestId,
  };
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: headersOf(requestId, error.headers),
  });
}

/** Any failure as one that a caller may read; what was not meant for callers stays with the deployment. */
export function toTreasuryError(error: unknown): TreasuryError {
  if (isTreasuryError(error)) return error;
  return new TreasuryError("internal_error", "The service failed unexpectedly.", { cause: error });
}
