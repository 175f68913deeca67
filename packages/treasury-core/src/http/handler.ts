import { toResponse } from "./answers.ts";
import type { Serve } from "./serve.ts";
import { fromRequest, type HandlerContext } from "./service-request.ts";

/** Handles every request below the base path. Never rejects. */
export interface TreasuryHandler {
  (request: Request, context?: HandlerContext): Promise<Response>;
  /**
   * Serves adapters; see `serveOf`. Attached to the handler, so that a function that wraps the
   * handler is not bypassed.
   */
  readonly serve?: Serve;
}

export function handlerOver(serve: Serve): TreasuryHandler {
  const handler = async (request: Request, context?: HandlerContext): Promise<Response> => {
    const response = toResponse(await serve(fromRequest(request), context));
    return request.method === "HEAD" ? await withoutBody(response) : response;
  };
  return Object.assign(handler, { serve });
}

/**
 * Returns the handler's `serve`, or converts to and from web requests.
 *
 * @example
 * const serve = serveOf(treasury.handler);
 * const { status, headers, body } = await serve(request, { native });
 */
export function serveOf(handler: TreasuryHandler): Serve {
  return handler.serve ?? ((request, context) => handler(request.toRequest(), context));
}

/** Returns the response to HEAD. Frameworks discard its body without cancelling the stream. */
export async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel();
  return new Response(null, response);
}
