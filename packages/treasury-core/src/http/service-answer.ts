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
