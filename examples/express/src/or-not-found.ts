import type { HandlerContext } from "@agent-treasury/treasury-core";

/** What is said where there is nothing. */
export const nothingHere = "There is nothing here. The page is at /command.\n";

/** Answers 404 where a handler has no answer of its own. */
export function orNotFound(
  handler: (request: Request, context?: HandlerContext) => Promise<Response | null>,
): (request: Request, context?: HandlerContext) => Promise<Response> {
  return async (request, context) =>
    (await handler(request, context)) ?? new Response(nothingHere, { status: 404 });
}
