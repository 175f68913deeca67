import { type TreasuryApiErrorCode, TreasuryApiError } from "./errors.ts";

/** An answer whose body was read. */
export interface ReadAnswer {
  readonly response: Response;
  /** The body: parsed if it was JSON, else its text. */
  readonly body: unknown;
}

/** Makes an error of an answer that is a failure, or of one that the service cannot have given. */
export function errorOfAnswer({ response, body }: ReadAnswer): TreasuryApiError {
  const refusal = readRefusal(body);
  const details = {
    status: response.status,
    code: refusal?.code ?? "unexpected_answer",
    requestId: refusal?.requestId ?? response.headers.get("x-request-id"),
    retryAfterSeconds: readRetryAfter(response.headers),
  };
  return new TreasuryApiError(refusal?.error ?? describeStranger({ response, body }), details);
}

interface Refusal {
  readonly error: string;
  readonly code: TreasuryApiErrorCode;
  readonly requestId: string | null;
}

function readRefusal(body: unknown): Refusal | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { error, code, requestId } = body as Readonly<Record<string, unknown>>;
  if (typeof error !== "string" || typeof code !== "string") return undefined;
  return { error, code, requestId: typeof requestId === "string" ? requestId : null };
}

/** A proxy's page, a platform's login form, another app's 404. */
function describeStranger({ response, body }: ReadAnswer): string {
  const status = `${response.status} ${response.statusText}`.trim();
  const kind = response.headers.get("content-type") ?? "no content type";
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  const excerpt = text.replace(/\s+/g, " ").trim().slice(0, 120);
  return [
    `The answer (${status}, ${kind}) is not the treasury's.`,
    "Check `baseUrl`, `basePath` and whatever stands between.",
    excerpt === "" ? "It was empty." : `It begins: ${excerpt}`,
  ].join(" ");
}

function readRetryAfter(headers: Headers): number | null {
  const value = headers.get("retry-after");
  return value !== null && /^\d+$/.test(value) ? Number(value) : null;
}
