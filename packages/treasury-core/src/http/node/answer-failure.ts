import type { ServerResponse } from "node:http";
import { failureResponse } from "../failure-response.ts";
import { writeAnswer } from "./write-answer.ts";

/**
 * Sends the error response for a failure outside the treasury's handler. If the response has begun,
 * closes the connection, so that the caller detects the incomplete response.
 */
export async function answerFailure(error: unknown, response: ServerResponse): Promise<void> {
  if (response.destroyed) return;
  const failure = failureResponse(error);
  if (response.headersSent) response.destroy();
  else await writeAnswer(failure, response);
}
