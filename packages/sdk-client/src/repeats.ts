import type { ErrorBody } from "@agent-treasury/contract/wire";
import { type RetryOptions, isHTTPError } from "ky";

const longestRetryAfterMs = 10_000;
const longestBackoffMs = 5_000;
/** Of a proxy that lost the service's answer. */
const gatewayCodes = [502, 504];
const statusCodes = [409, 429, 503, ...gatewayCodes];

export const eventStream = "text/event-stream";

export function isStream({ ok, headers }: Response): boolean {
  return ok && headers.get("content-type")?.startsWith(eventStream) === true;
}

/** Retries only reads, and POSTs that the service deduplicates. */
export function repeatsOf(isDoneOnce: boolean, maximumRetries: number): RetryOptions {
  return {
    limit: maximumRetries,
    // A repeated DELETE would fail.
    methods: isDoneOnce ? ["get", "post"] : ["get"],
    statusCodes,
    afterStatusCodes: statusCodes,
    maxRetryAfter: longestRetryAfterMs,
    jitter: true,
    backoffLimit: longestBackoffMs,
    shouldRetry: ({ error }) => (isFinal(error) ? false : undefined),
  };
}

/**
 * The only temporary conflict is an earlier attempt that still runs. A gateway's page has no code,
 * unlike a failure that the service reports.
 */
function isFinal(error: Error): boolean {
  if (!isHTTPError<Partial<ErrorBody>>(error)) return false;
  const { status } = error.response;
  const code = (error.data as Partial<ErrorBody> | undefined)?.code;
  if (status === 409) return code !== "idempotency_key_in_use";
  return gatewayCodes.includes(status) && code !== undefined;
}

/** Reads the whole body, except for streams, so that an interrupted response is retried. */
export function whole(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (isStream(response)) return response;
    const text = await response.text();
    return new Response(text || null, response);
  };
}
