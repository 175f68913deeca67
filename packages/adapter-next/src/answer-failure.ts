import { isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { answerError, toTreasuryError } from "@agent-treasury/treasury-core/adapter";

/** Handles a failure outside the treasury's handler. */
export function answerFailure(error: unknown): Response {
  const requestId = `req_${randomIdentifiers.random()}`;
  // Not sent to the caller.
  if (!isTreasuryError(error)) console.error(`Agent Treasury, request ${requestId}:`, error);
  return answerError(toTreasuryError(error), requestId);
}
