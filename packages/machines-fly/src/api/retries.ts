import { type RetryOptions, isHTTPError } from "ky";

/** Times the first delay: 8 s for half a second. */
const longestDelay = 16;
const maximumRetries = 6;

/**
 * Statuses of a call that was not performed: a rate limit, or a machine that is still changing its
 * state.
 */
const refusedForNow: readonly number[] = [412, 429];
const failedWhileReading: readonly number[] = [...refusedForNow, 500, 502, 503, 504];

/**
 * Retry options. Reads are retried. Other calls are retried only when Fly did not perform them,
 * because a call without a response may have been performed.
 */
export function retriesOf(method: "get" | "post" | "delete", firstDelayMs: number): RetryOptions {
  const longestDelayMs = longestDelay * firstDelayMs;
  const statusCodes = [...(method === "get" ? failedWhileReading : refusedForNow)];
  return {
    limit: maximumRetries,
    methods: [method],
    statusCodes,
    afterStatusCodes: statusCodes,
    maxRetryAfter: longestDelayMs,
    backoffLimit: longestDelayMs,
    delay: (attempt) => firstDelayMs * 2 ** (attempt - 1),
    // Spreads out callers that were rejected together, with a minimum delay.
    jitter: (delay) => delay * (0.5 + Math.random() / 2),
    shouldRetry: ({ error }) => (method === "get" || isHTTPError(error) ? undefined : false),
  };
}
