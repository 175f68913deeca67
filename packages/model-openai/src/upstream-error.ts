import { redact } from "@agent-treasury/provider";
import { APIConnectionError, APIConnectionTimeoutError } from "openai";

export interface UpstreamError {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly detail: string | undefined;
}

const maximumDetailCharacters = 300;
const maximumReadCharacters = 4_000;

export function upstreamError(error: unknown, secrets: readonly string[]): UpstreamError {
  const body = field(error, "error");
  const code = field(body, "code") ?? field(error, "code");
  const said = typeof body === "string" ? body : field(body, "message");
  return {
    status: httpStatus(field(error, "status")) ?? httpStatus(code),
    code: typeof code === "string" ? code : undefined,
    detail: typeof said === "string" ? line(said, secrets) : undefined,
  };
}

/** An upstream error for the log: its type, status, code and request id. */
export class UpstreamFailure extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(error: unknown, secrets: readonly string[]) {
    const { status, code } = upstreamError(error, secrets);
    const known = (value: unknown): string | undefined =>
      typeof value === "string" && isIdentifier(value, secrets) ? value : undefined;
    const facts = {
      status,
      code: known(code) ?? connectionProblem(error),
      requestId: known(field(error, "requestID")),
    };
    const told = Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name} ${value}`],
    );
    super(told.join(", "));
    this.name = error instanceof Error ? error.constructor.name : typeof error;
    this.stack = `${this.name}: ${this.message}`;
    this.status = facts.status;
    this.code = facts.code;
    this.requestId = facts.requestId;
  }
}

function isIdentifier(text: string, secrets: readonly string[]): boolean {
  return /^[\w.:-]{1,100}$/.test(text) && redact(text, secrets) === text;
}

export function isTimeout(error: unknown): boolean {
  return (
    error instanceof APIConnectionTimeoutError || nameOf(error) === "APIConnectionTimeoutError"
  );
}

export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof APIConnectionError) && nameOf(error) !== "APIConnectionError") {
    return undefined;
  }
  let cause: unknown = error;
  for (let depth = 0; depth < 5; depth += 1) {
    const code = field(cause, "code");
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
    // The only sign of a redirect that fetch gives.
    if (field(cause, "message") === "unexpected redirect") {
      return "redirects are not followed";
    }
    cause = field(cause, "cause");
  }
  return "connection failed";
}

function httpStatus(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === "number" && status >= 400 && status < 600 ? status : undefined;
}

/** Redacts secrets before cutting the text, because part of a secret is hard to find. */
function line(text: string, secrets: readonly string[]): string | undefined {
  const read = text.slice(0, maximumReadCharacters).replace(/\s+/g, " ");
  const words = redact(read, secrets).trim();
  // An HTML page of a proxy is of no use to the reader.
  if (words === "" || words.startsWith("<")) return undefined;
  return words.length > maximumDetailCharacters
    ? `${words.slice(0, maximumDetailCharacters)}…`
    : words;
}

// The app's client may come from another copy of the SDK.
function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : "";
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
