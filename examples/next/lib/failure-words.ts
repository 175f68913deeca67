import {
  isTreasuryApiError,
  isTreasuryConnectionError,
  isTreasuryTimeoutError,
} from "@agent-treasury/sdk-client";

/** Why a call failed, for a person: the service's own words where it gave some. */
export function tellFailure(error: unknown): string {
  if (isTreasuryApiError(error)) return error.message;
  if (isTreasuryConnectionError(error)) {
    return "The service cannot be reached. What you see is as it was; it is asked again by itself.";
  }
  if (isTreasuryTimeoutError(error)) {
    return "The service took too long to answer. Look at the ledger before you try again.";
  }
  return error instanceof Error ? error.message : "Something went wrong in this page.";
}

/** Whether it is the connection that is broken, rather than the request. */
export function isDisconnected(error: unknown): boolean {
  return isTreasuryConnectionError(error) || isTreasuryTimeoutError(error);
}
