import { serveOf } from "@agent-treasury/treasury-core/adapter";
import { answerFailure } from "./answer-failure.ts";
import { discardRest } from "./body-pieces.ts";
import type { ExpressMiddleware, MountedTreasury } from "./express-types.ts";
import { ReceivedRequest } from "./received-request.ts";
import { isRebuilt } from "./request-body.ts";
import { writeAnswer } from "./write-answer.ts";

/**
 * Mounts a treasury in an Express 4 or 5 app, before or after body parsers. It responds to every
 * request, never calls `next`, and its promise never rejects.
 *
 * @example
 * app.use("/api/service", expressHandler(treasury));
 */
export function expressHandler(treasury: MountedTreasury): ExpressMiddleware {
  return async (request, response) => {
    try {
      const received = new ReceivedRequest(request, response);
      const context = { native: request, bodyWasRebuilt: isRebuilt(request) };
      const answer = await serveOf(treasury.handler)(received, context);
      await writeAnswer(answer, response);
    } catch (error) {
      await answerFailure(error, response);
    } finally {
      void discardRest(request);
    }
  };
}
