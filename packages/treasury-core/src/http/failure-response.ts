import { isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { answerError, toTreasuryError } from "./answers.ts";

/** The response for a failure outside the treasury's handler. Logs an unexpected one. */
export function failureResponse(error: unknown): Response {
  const requestId = `req_${randomIdentifiers.random()}`;
  // Not sent to the caller.
  if (!isTreasuryError(error)) console.error(`Agent Treasury, request ${requestId}:`, error);
  return answerError(toTreasuryError(error), requestId);
}
