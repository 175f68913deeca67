import { type RetryOptions, isHTTPError } from "ky";

/** Times the first delay: 8 s for half a second. */
const longestDelay = 16;
const maximumRetries = 6;

/** Neither was done: too many requests came, or the machine is still on its way to another state. */
const refusedForNow: readonly number[] = [412, 429];
const failedWhileReading: readonly number[] = [...refusedForNow, 500, 502, 503, 504];

/**
 * When a call is sent again by itself. A reading may be; anything else only after Fly said that it did
 * nothing, since a call whose answer was lost may have been done.
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
    // Never so short that callers who were refused together come back together.
    jitter: (delay) => delay * (0.5 + Math.random() / 2),
    shouldRetry: ({ error }) => (method === "get" || isHTTPError(error) ? undefined : false),
  };
}
