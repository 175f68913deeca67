import { isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { answerError, toTreasuryError } from "@agent-treasury/treasury-core/adapter";

/** Answers for what went wrong around the handler, in the form of the service's own failures. */
export function answerFailure(error: unknown): Response {
  const requestId = `req_${randomIdentifiers.random()}`;
  // A caller is told nothing of an unexpected error, so this is where it can be found.
  if (!isTreasuryError(error)) console.error(`Agent Treasury, request ${requestId}:`, error);
  return answerError(toTreasuryError(error), requestId);
}
