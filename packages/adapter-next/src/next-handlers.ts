import { failureResponse, withTrueHost, withoutBody } from "@agent-treasury/treasury-core/adapter";
import { type TreasurySource, treasuryLoader } from "./treasury-loader.ts";

export type NextRouteHandler = (request: Request) => Promise<Response>;

/** One for each HTTP method of Next. */
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
 * Mounts a treasury as the route handlers of `app/api/service/[...path]/route.ts`. Export OPTIONS
 * too, because Next's default OPTIONS handler breaks calls from other origins. The handlers of
 * unsupported methods return the service's 405 error.
 *
 * @param treasury - A treasury, or a function that creates one at the first request, so that `next
 * build` does not need the settings of the running app.
 * @example
 * export const { GET, POST, DELETE, OPTIONS } = nextHandlers(treasury);
 */
export function nextHandlers(treasury: TreasurySource): NextHandlers {
  const load = treasuryLoader(treasury);
  const handle: NextRouteHandler = async (request) => {
    try {
      const { handler } = await load();
      const response = await handler(withTrueHost(request));
      return request.method === "HEAD" ? await withoutBody(response) : response;
    } catch (error) {
      return failureResponse(error);
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
