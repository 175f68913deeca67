import { isTreasuryError } from "@agent-treasury/provider";

/** What a promise rejects with. It is an error of its own when the promise resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  return new Error("It should have rejected, and it resolved.");
}

/** The code that a promise rejects with, or what was seen in its place. */
export async function rejectionCodeOf(promise: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(promise);
  return isTreasuryError(error) ? error.code : `no TreasuryError, but: ${String(error)}`;
}
