import {
  isTreasuryApiError,
  isTreasuryConnectionError,
  isTreasuryTimeoutError,
} from "@agent-treasury/sdk-client";

/** Shown while the browser has no network. */
export const noNetwork: Error = new Error(
  "This device is offline. The page shows the last known state and reconnects automatically.",
);

/** Returns why the page shows an old state. It retries automatically. */
export function outdatedText(error: unknown): string {
  if (isTreasuryConnectionError(error) || isProxyError(error)) {
    return "The service cannot be reached. The page shows the last known state and retries automatically.";
  }
  return failureText(error);
}

/** Returns why an action failed: the service's message if there is one. */
export function failureText(error: unknown): string {
  if (isTreasuryApiError(error)) return error.message;
  if (isTreasuryConnectionError(error)) {
    return "The service cannot be reached. Your request is not retried automatically. Check the ledger before you try again.";
  }
  if (isTreasuryTimeoutError(error)) {
    return "The service did not respond in time. Check the ledger before you try again.";
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

/** Whether a proxy answered instead of the service, for example because the service is stopped. */
function isProxyError(error: unknown): boolean {
  return isTreasuryApiError(error) && error.code === "unexpected_answer" && error.status >= 500;
}
