import type { ErrorBody } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError, redact } from "@agent-treasury/provider";
import { type ServiceAnswer, toResponse } from "./service-answer.ts";

/** An answer that nobody has sent yet. */
export interface DraftAnswer extends ServiceAnswer {
  readonly headers: (readonly [name: string, value: string])[];
}

function jsonAnswer(status: number, body: unknown, requestId: string): DraftAnswer {
  return {
    status,
    headers: [
      ["content-type", "application/json; charset=utf-8"],
      ["cache-control", "no-store"],
      ["x-content-type-options", "nosniff"],
      ["x-request-id", requestId],
    ],
    body: JSON.stringify(body),
  };
}

/** A success. */
export function answer(body: unknown, requestId: string): DraftAnswer {
  return jsonAnswer(200, body, requestId);
}

/** To OPTIONS, on every path. */
export function answerOptions(requestId: string): DraftAnswer {
  const allow = ["allow", "GET, POST, DELETE, OPTIONS"] as const;
  return { status: 204, headers: [allow, ["x-request-id", requestId]], body: null };
}

/** A failure: what happened and what to do; never a stack, never a key. */
export function answerFailure(error: TreasuryError, requestId: string): DraftAnswer {
  const body: ErrorBody = {
    error: redact(`${error.message} ${error.remedy}`),
    code: error.code,
    requestId,
  };
  const failed = jsonAnswer(error.status, body, requestId);
  failed.headers.push(...Object.entries(error.headers));
  return failed;
}

/** A failure as the web's response, for what goes wrong around a handler. */
export function answerError(error: TreasuryError, requestId: string): Response {
  return toResponse(answerFailure(error, requestId));
}

/** Any failure as one that a caller may read; what was not meant for callers stays with the deployment. */
export function toTreasuryError(error: unknown): TreasuryError {
  if (isTreasuryError(error)) return error;
  return new TreasuryError("internal_error", "The service failed unexpectedly.", { cause: error });
}
