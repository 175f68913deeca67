import { type ErrorBody, type RouteName, errorStatus, routes } from "@agent-treasury/contract";
import {
  TreasuryError,
  isTreasuryError,
  randomIdentifiers,
  redact,
} from "@agent-treasury/provider";
import { escapedJson } from "@agent-treasury/tool-call-markup/text";
import { sha256Hex } from "../kernel/ledger/hash.ts";
import type { AccessAction } from "./access-action.ts";
import { jsonText } from "./json-text.ts";
import { type AnyFile, jsonParts, streamOf } from "./served-file.ts";
import type { ServiceRequest } from "./service-request.ts";

export interface DraftAnswer extends ServiceAnswer {
  readonly headers: (readonly [name: string, value: string])[];
}

function draftAnswer(
  status: number,
  body: ServiceAnswer["body"],
  requestId: string,
  type = "application/json; charset=utf-8",
): DraftAnswer {
  return {
    status,
    headers: [
      ["content-type", type],
      ["cache-control", "no-store"],
      ["x-content-type-options", "nosniff"],
      ["x-request-id", requestId],
    ],
    body,
  };
}

export function answer(body: unknown, requestId: string): DraftAnswer {
  return draftAnswer(200, jsonText(body), requestId);
}

/** Replaces headers of a response. */
export function answerWith(
  headers: Readonly<Record<string, string>>,
  answered: DraftAnswer,
): DraftAnswer {
  const others = answered.headers.filter(([name]) => !Object.hasOwn(headers, name));
  return { ...answered, headers: [...others, ...Object.entries(headers)] };
}

export function answerText(body: string, requestId: string): DraftAnswer {
  return draftAnswer(200, body, requestId, "text/plain; charset=utf-8");
}

/** Browsers download it, whatever it contains. */
export function answerFile({ described, parts }: AnyFile, requestId: string): DraftAnswer {
  const { contentType } = described;
  const { body, sent } = streamOf(parts);
  const answered = draftAnswer(200, body, requestId, "application/octet-stream");
  answered.headers.push(
    ["content-disposition", "attachment"],
    ["content-security-policy", "sandbox"],
    ...(contentType === null ? [] : [["x-resource-type", contentType] as const]),
  );
  return { ...answered, sent };
}

/** An agent's client may pass the text to a model as it is. */
export function answerFileInJson({ described, parts }: AnyFile, requestId: string): DraftAnswer {
  const { body, sent } = streamOf(jsonParts(escapedJson(described), parts));
  return { ...draftAnswer(200, body, requestId), sent };
}

/** Its client may pass the body to a model as it is. */
export function answerAgent(body: unknown, requestId: string): DraftAnswer {
  return draftAnswer(200, escapedJson(body), requestId);
}

export function answerOptions(requestId: string): DraftAnswer {
  const allow = ["allow", "GET, HEAD, POST, DELETE, OPTIONS"] as const;
  return { status: 204, headers: [allow, ["x-request-id", requestId]], body: null };
}

export function errorBodyOf(error: TreasuryError, requestId: string): ErrorBody {
  return { error: redact(`${error.message} ${error.remedy}`), code: error.code, requestId };
}

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

/** Contains no stack traces or keys. */
export function answerFailure(
  error: TreasuryError,
  requestId: string,
  action: AccessAction | null = null,
): DraftAnswer {
  const body = errorBodyOf(error, requestId);
  const status = isRouteName(action) ? errorStatus(action, error.code) : error.status;
  const failed = draftAnswer(status, JSON.stringify(body), requestId);
  failed.headers.push(...Object.entries(error.headers));
  return failed;
}

function isRouteName(action: AccessAction | null): action is RouteName {
  return action !== null && Object.hasOwn(routes, action);
}

/** Returns the response for a failure outside a handler. */
export function answerError(error: TreasuryError, requestId: string): Response {
  return toResponse(answerFailure(error, requestId));
}

/** The response for a failure outside the treasury's handler. Logs an unexpected one. */
export function failureResponse(error: unknown): Response {
  const requestId = `req_${randomIdentifiers.random()}`;
  // Not sent to the caller.
  if (!isTreasuryError(error)) console.error(`Agent Treasury, request ${requestId}:`, error);
  return answerError(toTreasuryError(error), requestId);
}

/** Hides details of unexpected errors. */
export function toTreasuryError(error: unknown): TreasuryError {
  if (isTreasuryError(error)) return error;
  return new TreasuryError("internal_error", "The service failed unexpectedly.", { cause: error });
}

/** The parts of a web `Response` that are sent. */
export interface ServiceAnswer {
  readonly status: number;
  readonly statusText?: string;
  /** Names in lower case, each cookie in a separate pair. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** Text, also in pieces. Streams are cancelled when the client disconnects. */
  readonly body: string | readonly string[] | ReadableStream<Uint8Array> | null;
  /** Of a body that needs the storage while it is sent. Resolves when nothing more is read. */
  readonly sent?: Promise<void>;
}

export function toResponse({ status, headers, body }: ServiceAnswer): Response {
  const content = isPieces(body) ? body.join("") : body;
  return new Response(content, { status, headers: [...headers] as [string, string][] });
}

export function isPieces(body: ServiceAnswer["body"]): body is readonly string[] {
  return Array.isArray(body);
}
