import type { ErrorBody } from "@agent-treasury/contract/wire";
import { type RetryOptions, isHTTPError } from "ky";

const longestRetryAfterMs = 10_000;
const longestBackoffMs = 5_000;
const statusCodes = [409, 429, 503];

/** The type of an answer that comes as it happens. */
export const eventStream = "text/event-stream";

/** Tells an answer that comes as it happens. */
export function isStream({ ok, headers }: Response): boolean {
  return ok && headers.get("content-type")?.startsWith(eventStream) === true;
}

/**
 * When a call is sent again by itself: a read, or a POST that the service does once, and never anything
 * else.
 */
export function repeatsOf(isDoneOnce: boolean, maximumRetries: number): RetryOptions {
  return {
    limit: maximumRetries,
    // A DELETE that is repeated finds nothing left to delete and reads like a failure.
    methods: isDoneOnce ? ["get", "post"] : ["get"],
    statusCodes,
    afterStatusCodes: statusCodes,
    maxRetryAfter: longestRetryAfterMs,
    jitter: true,
    backoffLimit: longestBackoffMs,
    shouldRetry: ({ error }) => (isFinalConflict(error) ? false : undefined),
  };
}

/** Of the conflicts, only a first attempt that still runs is over by itself. */
function isFinalConflict(error: Error): boolean {
  return (
    isHTTPError<Partial<ErrorBody>>(error) &&
    error.response.status === 409 &&
    (error.data as Partial<ErrorBody> | undefined)?.code !== "idempotency_key_in_use"
  );
}

/**
 * A `fetch` whose answers came whole, streams apart. One that breaks off in its middle then fails as one
 * that never came, and is repeated like it.
 */
export function whole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (isStream(response)) return response;
    const text = await response.text();
    return new Response(text || null, response);
  };
}
