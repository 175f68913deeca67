import { isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { answerError, toTreasuryError } from "@agent-treasury/treasury-core/adapter";

/** Returns the error response for a failure outside the treasury's handler. */
export function answerFailure(error: unknown): Response {
  const requestId = `req_${randomIdentifiers.random()}`;
  // Callers receive no details of unexpected errors, so they are logged here.
  if (!isTreasuryError(error)) console.error(`Agent Treasury, request ${requestId}:`, error);
  return answerError(toTreasuryError(error), requestId);
}
