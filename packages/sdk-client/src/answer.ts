import { TreasuryApiError } from "./errors.ts";

/** An answer whose body was read. */
export interface ReadAnswer {
  readonly response: Response;
  /** The body: parsed if it was JSON, else its text. */
  readonly body: unknown;
}

/** Makes an error of an answer that is a failure, or of one that the service cannot have given. */
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

/** A proxy's page, a platform's login form, another app's 404. */
function describeStranger({ response, body }: ReadAnswer): string {
  // As JSON, so that it stays on one line and an empty one shows.
  const excerpt = JSON.stringify(body)?.slice(0, 120);
  return `The answer (${response.status}, ${response.headers.get("content-type")}) is not the treasury's. Check \`baseUrl\` and \`basePath\`. It begins: ${excerpt}`;
}
