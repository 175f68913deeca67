import type { ServerResponse } from "node:http";
import { isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { answerError, toTreasuryError } from "@agent-treasury/treasury-core/adapter";
import { writeAnswer } from "./write-answer.ts";

/**
 * Answers for what went wrong around the handler, in the form of the service's own failures. When the
 * answer has begun, breaking the connection is the one way left to say that it is not whole.
 */
export async function answerFailure(error: unknown, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const requestId = `req_${randomIdentifiers.random()}`;
  // A caller is told nothing of an unexpected error, so this is where it can be found.
  if (!isTreasuryError(error)) console.error(`Agent Treasury, request ${requestId}:`, error);
  if (response.headersSent) response.destroy();
  else await writeAnswer(answerError(toTreasuryError(error), requestId), response);
}
