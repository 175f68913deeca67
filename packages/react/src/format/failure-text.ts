import {
  isTreasuryApiError,
  isTreasuryConnectionError,
  isTreasuryTimeoutError,
} from "@agent-treasury/sdk-client";

/** Shown while the browser has no network. */
export const noNetwork: Error = new Error(
  "This device is offline. The page reconnects automatically.",
);

/** Returns why the page shows no state, or an old one. It retries automatically. */
export function outdatedText(error: unknown): string {
  return failureText(error, "The page retries automatically.");
}

/** Returns why a read failed, which may be repeated. */
export function readFailureText(error: unknown): string {
  return failureText(error, "Try again.");
}

/**
 * Returns why a request failed: the service's message if there is one.
 *
 * @param advice - Follows if the service did not answer. Default: that a change may have been made.
 */
export function failureText(
  error: unknown,
  advice = "Your request may have taken effect. Check this page before you try again.",
): string {
  if (isTreasuryTimeoutError(error)) return `The service did not respond in time. ${advice}`;
  if (isTreasuryConnectionError(error) || isProxyError(error)) {
    return `The service cannot be reached. ${advice}`;
  }
  return error instanceof Error ? error.message : "Something went wrong on this page.";
}

/** Returns whether the connection failed rather than the request. */
export function isDisconnected(error: unknown): boolean {
  return (
    error === noNetwork ||
    isTreasuryConnectionError(error) ||
    isTreasuryTimeoutError(error) ||
    isProxyError(error)
  );
}

const waits: readonly number[] = [401, 403, 429];

/** Returns whether the same request may succeed later, for example after the person signs in again. */
export function isTemporary(error: unknown): boolean {
  return isDisconnected(error) || (isTreasuryApiError(error) && waits.includes(error.status));
}

/** Whether a proxy answered instead of the service, for example because the service is stopped. */
function isProxyError(error: unknown): boolean {
  return isTreasuryApiError(error) && error.code === "unexpected_answer" && error.status >= 500;
}
