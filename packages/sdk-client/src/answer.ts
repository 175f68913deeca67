import { TreasuryApiError } from "./errors.ts";

export interface ReadAnswer {
  /** Without its query. */
  readonly address: string;
  readonly response: Response;
  /** Parsed if it is JSON, otherwise its text. */
  readonly body: unknown;
}

export function errorOfAnswer({ address, response, body }: ReadAnswer): TreasuryApiError {
  const { error, code, requestId } = Object(body) as Readonly<Record<string, unknown>>;
  const isRefusal = typeof error === "string" && typeof code === "string";
  const message = isRefusal ? error : describeUnexpected({ address, response, body });
  return new TreasuryApiError(message, {
    status: response.status,
    code: isRefusal ? code : "unexpected_answer",
    requestId: typeof requestId === "string" ? requestId : response.headers.get("x-request-id"),
    retryAfterSeconds: Number(response.headers.get("retry-after")) || null,
  });
}

/** A proxy's error page, a login form, or another app's 404. */
function describeUnexpected({ address, response, body }: ReadAnswer): string {
  // As JSON on one line, so that an empty body is visible.
  const excerpt = JSON.stringify(body)?.slice(0, 120);
  return `Unexpected answer from ${address} (${response.status}, ${response.headers.get("content-type")}). Check \`baseUrl\` and \`basePath\`, which are joined. It begins: ${excerpt}`;
}
