import {
  isTreasuryApiError,
  isTreasuryConnectionError,
  isTreasuryTimeoutError,
} from "@agent-treasury/sdk-client";

/** Why nothing is asked: the browser has no network. */
export const noNetwork: Error = new Error(
  "This device is offline. The page shows the last known state and reconnects automatically.",
);

/** Why something cannot be shown as it is now: the page goes on asking for it. */
export function tellOutdated(error: unknown): string {
  if (isTreasuryConnectionError(error)) {
    return "The service cannot be reached. The page shows the last known state and retries automatically.";
  }
  return tellFailure(error);
}

/** Why what a person asked for failed: the service's own words where it gave some. */
export function tellFailure(error: unknown): string {
  if (isTreasuryApiError(error)) return error.message;
  if (isTreasuryConnectionError(error)) {
    return "The service cannot be reached. Your request is not retried automatically. Check the ledger before you try again.";
  }
  if (isTreasuryTimeoutError(error)) {
    return "The service did not respond in time. Check the ledger before you try again.";
  }
  return error instanceof Error ? error.message : "Something went wrong on this page.";
}

/** Whether it is the connection that is broken, rather than the request. */
export function isDisconnected(error: unknown): boolean {
  return error === noNetwork || isTreasuryConnectionError(error) || isTreasuryTimeoutError(error);
}
