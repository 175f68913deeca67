import { answerFailure, checkedAddress } from "@agent-treasury/treasury-core/node";
import type { ExpressMiddleware } from "./express-types.ts";

/**
 * Rejects requests whose path is not in its normal form with 404, and those with several Host
 * headers with 400, as `expressHandler` does. Mount it before middleware that compares paths, so
 * that each path has exactly one spelling.
 *
 * @example
 * app.use(normalRequests());
 */
export function normalRequests(): ExpressMiddleware {
  return async (request, response, next) => {
    try {
      checkedAddress(request);
    } catch (error) {
      await answerFailure(error, response);
      return;
    }
    next?.();
  };
}
