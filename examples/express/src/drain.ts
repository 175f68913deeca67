import { once } from "node:events";
import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Who was just answered may ask once more, and would be cut off if nobody listened to the end. */
const quietMs = 500;
/** Callers that never stop asking are left then. */
const longestQuietMs = 5_000;

/** Ends a server so that nobody who was let in stays without an answer. */
export interface Drain {
  /**
   * Goes on listening, so that who comes in the meantime is told rather than cut, until what is under way
   * has its answer and nobody asks any more; then closes. Every answer from here on closes its
   * connection, so that no caller sends into one that is about to end.
   *
   * @param finish - Refuses what is new, and resolves when all else is done.
   * @param longestMs - After which connections are cut that have not ended.
   */
  stop(finish: () => Promise<void>, longestMs: number): Promise<void>;
}

/** Follows what is under way on a server, which must not have had a request yet. */
export function drainOf(server: Server): Drain {
  const underWay = new Set<ServerResponse>();
  let stopping = false;
  let askedAt = 0;
  server.prependListener("connection", () => {
    askedAt = performance.now();
  });
  server.prependListener("request", (_request, response) => {
    askedAt = performance.now();
    if (stopping) closeAfter(response);
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  return {
    stop: async (finish, longestMs) => {
      stopping = true;
      for (const response of underWay) closeAfter(response);
      const cut = setTimeout(() => server.closeAllConnections(), longestMs);
      await finish();
      const finishedAt = performance.now();
      const isQuiet = (): boolean => performance.now() - askedAt > quietMs;
      const isLate = (): boolean => performance.now() - finishedAt > longestQuietMs;
      while (!isQuiet() && !isLate()) await sleep(quietMs / 10);
      const closed = once(server, "close");
      server.close();
      await closed;
      clearTimeout(cut);
    },
  };
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader("connection", "close");
}
