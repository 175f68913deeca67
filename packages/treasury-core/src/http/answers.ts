import type { ErrorBody } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError, redact } from "@agent-treasury/provider";

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

/**
 * An answer, in the part of the web's `Response` that says what goes to the caller. A `Response` is one;
 * what the service gives itself is lighter.
 */
export interface ServiceAnswer {
  readonly status: number;
  /** The words beside the status; the status' own where there are none. */
  readonly statusText?: string;
  /** Names in lower case, each cookie in a pair of its own. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** A text is whole; a stream is passed on as it comes, and cancelled when its caller has gone. */
  readonly body: string | ReadableStream<Uint8Array> | null;
}

/** The answer as the web's response. */
export function toResponse({ status, headers, body }: ServiceAnswer): Response {
  return new Response(body, { status, headers: [...headers] as [string, string][] });
}
