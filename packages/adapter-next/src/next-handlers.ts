import { answerFailure } from "./answer-failure.ts";
import { type TreasurySource, treasuryLoader } from "./treasury-loader.ts";
import { withTrueHost } from "./true-host.ts";

/** A route handler of Next's app router. */
export type NextRouteHandler = (request: Request) => Promise<Response>;

/** A route handler for each method that Next knows. */
export interface NextHandlers {
  readonly GET: NextRouteHandler;
  readonly HEAD: NextRouteHandler;
  readonly POST: NextRouteHandler;
  readonly PUT: NextRouteHandler;
  readonly PATCH: NextRouteHandler;
  readonly DELETE: NextRouteHandler;
  readonly OPTIONS: NextRouteHandler;
}

/**
 * Mounts a treasury as the route handlers of `app/api/service/[...path]/route.ts`. OPTIONS belongs
 * among the exports: without it Next answers by itself, and no page of another origin may call. The
 * methods that the service does not know are there so that it can say so in its own form.
 *
 * @param treasury - A treasury, or a function that makes one at the first request, which keeps
 *   `next build` from needing what only the running app has.
 * @example
 * export const { GET, POST, DELETE, OPTIONS } = nextHandlers(treasury);
 */
export function nextHandlers(treasury: TreasurySource): NextHandlers {
  const load = treasuryLoader(treasury);
  const handle: NextRouteHandler = async (request) => {
    try {
      const { handler } = await load();
      return await handler(withTrueHost(request));
    } catch (error) {
      return answerFailure(error);
    }
  };
  return {
    GET: handle,
    HEAD: handle,
    POST: handle,
    PUT: handle,
    PATCH: handle,
    DELETE: handle,
    OPTIONS: handle,
  };
}
