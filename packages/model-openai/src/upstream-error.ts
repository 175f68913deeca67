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

/** Reads what the SDK threw, or an answer that turned out to be none. */
export function upstreamError(error: unknown): UpstreamError {
  const body = field(error, "error");
  const code = field(body, "code") ?? field(error, "code");
  const said = typeof body === "string" ? body : field(body, "message");
  return {
    status: httpStatus(field(error, "status")) ?? httpStatus(code),
    code: typeof code === "string" ? code : undefined,
    detail: typeof said === "string" ? line(said) : undefined,
  };
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

function line(text: string): string | undefined {
  const words = text.replace(/\s+/g, " ").trim();
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
