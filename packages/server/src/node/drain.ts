import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Clients may send another request right after a response. */
const quietMs = 500;
/** After this, clients that keep sending are disconnected. */
const longestQuietMs = 5_000;

/**
 * Stops a server after responding to every accepted request.
 *
 * @param finish - Rejects new requests, and resolves when all others are done.
 * @param longestMs - Connections that are still open then are closed.
 */
export type Drain = (finish: () => Promise<void>, longestMs: number) => Promise<void>;

/**
 * Tracks the requests of a server. Call it before the first request. While draining, the server
 * continues to listen, because new connections would otherwise be reset, and closes each connection
 * after a response. It closes once no request is in progress and none arrives for half a second.
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
