import { TreasuryApiError } from "./errors.ts";

/** A response whose body was read. */
export interface ReadAnswer {
  readonly response: Response;
  /** The body: parsed if it is JSON, otherwise its text. */
  readonly body: unknown;
}

/** Creates the error for a failed response, or for one that the service did not send. */
export function errorOfAnswer({ response, body }: ReadAnswer): TreasuryApiError {
  const { error, code, requestId } = Object(body) as Readonly<Record<string, unknown>>;
  const isRefusal = typeof error === "string" && typeof code === "string";
  return new TreasuryApiError(isRefusal ? error : describeStranger({ response, body }), {
    status: response.status,
    code: isRefusal ? code : "unexpected_answer",
    requestId: typeof requestId === "string" ? requestId : response.headers.get("x-request-id"),
    retryAfterSeconds: Number(response.headers.get("retry-after")) || null,
  });
}

/** For example a proxy's error page, a login form of the platform, or another app's 404. */
function describeStranger({ response, body }: ReadAnswer): string {
  // As JSON, so that it stays on one line and an empty body is visible.
  const excerpt = JSON.stringify(body)?.slice(0, 120);
  return `Unexpected answer (${response.status}, ${response.headers.get("content-type")}). Check \`baseUrl\` and \`basePath\`. It begins: ${excerpt}`;
}
