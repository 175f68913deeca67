import { toResponse } from "./answers.ts";
import type { HandlerContext, Serve } from "./serve.ts";
import { fromRequest } from "./service-request.ts";

/** Answers every request below the base path, from the web's request to its response. Never rejects. */
export interface TreasuryHandler {
  (request: Request, context?: HandlerContext): Promise<Response>;
  /**
   * The same for an adapter to which a `Request` and a `Response` would be a detour; see `serveOf`. It
   * hangs on the handler, so that whoever puts a function around a handler is not passed by.
   */
  readonly serve?: Serve;
}

/** The web-standard handler over what serves. */
export function handlerOver(serve: Serve): TreasuryHandler {
  const handler = async (request: Request, context?: HandlerContext): Promise<Response> =>
    toResponse(await serve(fromRequest(request), context));
  return Object.assign(handler, { serve });
}

/**
 * What serves behind a handler, for an adapter: the handler's own `serve`, or for any other handler the
 * way through the web's request and response.
 *
 * @example
 * const serve = serveOf(treasury.handler);
 * const { status, headers, body } = await serve(request, { native });
 */
export function serveOf(handler: TreasuryHandler): Serve {
  return handler.serve ?? ((request, context) => handler(request.toRequest(), context));
}
