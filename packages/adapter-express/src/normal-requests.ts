import { answerFailure } from "./answer-failure.ts";
import { checkedAddress } from "./checked-address.ts";
import type { ExpressMiddleware } from "./express-types.ts";

/**
 * Refuses requests whose path is not in its normal form with 404, and those with more than one Host
 * header with 400, as `expressHandler` does. Mount it before guards that compare paths: what passes has
 * one spelling for each path.
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
