import { answerFailure } from "./answer-failure.ts";
import type { ExpressMiddleware, MountedTreasury } from "./express-types.ts";
import { discardRest, isRebuilt } from "./request-body.ts";
import { toWebRequest } from "./web-request.ts";
import { writeResponse } from "./write-response.ts";

/**
 * Mounts a treasury in an Express app, version 4 or 5, before or after body parsers. It answers every
 * request that reaches it: it never calls `next`, and what it returns never rejects.
 *
 * @example
 * app.use("/api/service", expressHandler(treasury));
 */
export function expressHandler(treasury: MountedTreasury): ExpressMiddleware {
  return async (request, response) => {
    try {
      const context = { native: request, bodyWasRebuilt: isRebuilt(request) };
      const asked = toWebRequest(request, response);
      await writeResponse(await treasury.handler(asked, context), response);
    } catch (error) {
      await answerFailure(error, response);
    } finally {
      void discardRest(request);
    }
  };
}
