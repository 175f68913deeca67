import { isTreasuryError } from "@agent-treasury/provider";

/** Returns the reason of a rejection. Returns an error if the promise resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return new Error("The promise resolved instead of rejecting.");
}

/** Returns the code of a rejection, or a description of another result. */
export async function rejectionCodeOf(promise: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(promise);
  return isTreasuryError(error) ? error.code : `not a TreasuryError: ${String(error)}`;
}
