import {
  isTreasuryApiError,
  isTreasuryConnectionError,
  isTreasuryTimeoutError,
} from "@agent-treasury/sdk-client";

/** Why nothing is asked: the browser has no network. */
export const noNetwork: Error = new Error(
  "This device is offline. What you see is as it was; it is asked again once there is a network.",
);

/** Why something cannot be shown as it is now: the page goes on asking for it. */
export function tellOutdated(error: unknown): string {
  if (isTreasuryConnectionError(error)) {
    return "The service cannot be reached. What you see is as it was; it is asked again by itself.";
  }
  return tellFailure(error);
}

/** Why what a person asked for failed: the service's own words where it gave some. */
export function tellFailure(error: unknown): string {
  if (isTreasuryApiError(error)) return error.message;
  if (isTreasuryConnectionError(error)) {
    return "The service cannot be reached. Nothing is sent again by itself: once it is back, look at what was done before you try again.";
  }
  if (isTreasuryTimeoutError(error)) {
    return "The service took too long to answer. Look at the ledger before you try again.";
  }
  return error instanceof Error ? error.message : "Something went wrong in this page.";
}

/** Whether it is the connection that is broken, rather than the request. */
export function isDisconnected(error: unknown): boolean {
  return error === noNetwork || isTreasuryConnectionError(error) || isTreasuryTimeoutError(error);
}
