import { redact } from "@agent-treasury/provider";
import { APIConnectionError, APIConnectionTimeoutError } from "openai";

/** What an endpoint said of its failure. */
export interface UpstreamError {
  /** The status of the response, or the one that an error in mid-answer names. */
  readonly status: number | undefined;
  readonly code: string | undefined;
  /** The endpoint's own words, cut to a line. */
  readonly detail: string | undefined;
}

const maximumDetailCharacters = 300;
/** Of a text of which nothing beyond is looked at. */
const maximumReadCharacters = 4_000;

/** Reads what the SDK threw, or an answer that turned out to be none. */
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

/** What is kept of an error of an upstream, for the log: its type, status, code and request id. */
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

/** Whether it is short and plain, and no form of a secret. */
function isIdentifier(text: string, secrets: readonly string[]): boolean {
  return /^[\w.:-]{1,100}$/.test(text) && redact(text, secrets) === text;
}

/** Whether the SDK gave up waiting for an answer to begin. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof APIConnectionTimeoutError || nameOf(error) === "APIConnectionTimeoutError"
  );
}

/** Why a connection failed, for example `ECONNREFUSED`; nothing when there was one. */
export function connectionProblem(error: unknown): string | undefined {
  if (!(error instanceof APIConnectionError) && nameOf(error) !== "APIConnectionError") {
    return undefined;
  }
  let cause: unknown = error;
  for (let depth = 0; depth < 5; depth += 1) {
    const code = field(cause, "code");
    if (typeof code === "string" && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
    // The only sign that fetch gives of it.
    if (field(cause, "message") === "unexpected redirect") {
      return "it redirects, which is not followed";
    }
    cause = field(cause, "cause");
  }
  return "connection failed";
}

function httpStatus(value: unknown): number | undefined {
  const status = typeof value === "string" && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof status === "number" && status >= 400 && status < 600 ? status : undefined;
}

/** Without the secrets, which must go before the text is cut: a part of one is hard to find. */
function line(text: string, secrets: readonly string[]): string | undefined {
  const read = text.slice(0, maximumReadCharacters).replace(/\s+/g, " ");
  const words = redact(read, secrets).trim();
  // A page of a proxy in between tells a reader nothing.
  if (words === "" || words.startsWith("<")) return undefined;
  return words.length > maximumDetailCharacters
    ? `${words.slice(0, maximumDetailCharacters)}…`
    : words;
}

// The app's own client may come from another copy of the SDK.
function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : "";
}

function field(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}
