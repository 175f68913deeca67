import type { HandlerContext } from "@agent-treasury/treasury-core";

/** Answers 404 where a handler has no answer of its own. */
export function orNotFound(
  handler: (request: Request, context?: HandlerContext) => Promise<Response | null>,
): (request: Request, context?: HandlerContext) => Promise<Response> {
  return async (request, context) =>
    (await handler(request, context)) ?? new Response("There is nothing here.\n", { status: 404 });
}
