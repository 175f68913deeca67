import type { ErrorBody, RouteName } from "@agent-treasury/contract/wire";
import { type RetryOptions, isHTTPError } from "ky";
import { isKeyed } from "./idempotency-key.ts";

const longestRetryAfterMs = 10_000;

/** When a call is sent again by itself: a read, or a POST under a key, and never anything else. */
export function repeatsOf(name: RouteName, maximumRetries: number): RetryOptions {
  return {
    limit: maximumRetries,
    // A DELETE that is repeated finds nothing left to delete and reads like a failure.
    methods: isKeyed(name) ? ["get", "post"] : ["get"],
    statusCodes: [409, 429, 503],
    afterStatusCodes: [409, 429, 503],
    maxRetryAfter: longestRetryAfterMs,
    jitter: true,
    shouldRetry: ({ error }) => (isFinalConflict(error) ? false : undefined),
  };
}

/** Of the conflicts, only a first attempt that still runs is over by itself. */
function isFinalConflict(error: Error): boolean {
  if (!isHTTPError<Partial<ErrorBody>>(error) || error.response.status !== 409) return false;
  return typeof error.data !== "object" || error.data.code !== "idempotency_key_in_use";
}

/**
 * A `fetch` whose answers came whole. One that breaks off in its middle then fails as one that never
 * came, and is repeated like it.
 */
export function whole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const text = await response.text();
    const { status, statusText, headers } = response;
    return new Response(text === "" ? null : text, { status, statusText, headers });
  };
}
