import type { ServerResponse } from "node:http";
import { isTreasuryError, randomIdentifiers } from "@agent-treasury/provider";
import { answerError, toTreasuryError } from "@agent-treasury/treasury-core/adapter";
import { writeAnswer } from "./write-answer.ts";

/**
 * Sends the error response for a failure outside the treasury's handler. If the response has begun,
 * closes the connection, so that the caller detects the incomplete response.
 */
export async function answerFailure(error: unknown, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const requestId = `req_${randomIdentifiers.random()}`;
  // Not sent to the caller.
  if (!isTreasuryError(error)) console.error(`Agent Treasury, request ${requestId}:`, error);
  if (response.headersSent) response.destroy();
  else await writeAnswer(answerError(toTreasuryError(error), requestId), response);
}
