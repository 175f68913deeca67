import { nodeListener } from "@agent-treasury/treasury-core/node";
import type { ExpressMiddleware, MountedTreasury } from "./express-types.ts";

/**
 * Mounts a treasury in an Express 4 or 5 app, before or after body parsers. It responds to every
 * request, never calls `next`, and its promise never rejects.
 *
 * @example
 * app.use("/api/service", expressHandler(treasury));
 */
export function expressHandler(treasury: MountedTreasury): ExpressMiddleware {
  const listen = nodeListener(treasury);
  return (request, response) => listen(request, response);
}
