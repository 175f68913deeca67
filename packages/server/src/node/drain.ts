import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** A client that was just answered may send again, and its connection would be reset. */
const quietMs = 500;
/** Clients that never stop sending are disconnected then. */
const longestQuietMs = 5_000;

/**
 * Stops a server so that every accepted request is answered.
 *
 * @param finish - Rejects new requests, and resolves when all others are done.
 * @param longestMs - Connections that are still open then are closed.
 */
export type Drain = (finish: () => Promise<void>, longestMs: number) => Promise<void>;

/**
 * Follows the requests of a server, which must not have had one yet. While it drains, the server listens,
 * so that new requests are answered rather than reset, and every response closes its connection. It
 * closes once no request is in progress and none arrives for half a second.
 */
export function drainOf(server: Server): Drain {
  const inProgress = new Set<ServerResponse>();
  let stopping = false;
  let newestAt = 0;
  server.prependListener("connection", () => {
    newestAt = performance.now();
  });
  server.prependListener("request", (_request, response) => {
    newestAt = performance.now();
    if (stopping) closeAfter(response);
    inProgress.add(response);
    response.once("close", () => inProgress.delete(response));
  });
  return async (finish, longestMs) => {
    stopping = true;
    for (const response of inProgress) closeAfter(response);
    const cut = setTimeout(() => server.closeAllConnections(), longestMs);
    await finish();
    const finishedAt = performance.now();
    const isQuiet = (): boolean => performance.now() - newestAt > quietMs;
    const isLate = (): boolean => performance.now() - finishedAt > longestQuietMs;
    while (!isQuiet() && !isLate()) await sleep(quietMs / 10);
    const closed = once(server, "close");
    server.close();
    await closed;
    clearTimeout(cut);
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}
