import type { IncomingMessage, Server } from "node:http";

/**
 * Limits of the server that Next makes and has no settings for: a request has to arrive whole within
 * half a minute, and more connections are closed at once. `startServer` of `@agent-treasury/server/node` has the same.
 */
const limits = { headersTimeout: 30_000, requestTimeout: 30_000, maxConnections: 4_000 };

/** Rejects a request line that names a host, because Next would redirect there. */
const schemeAndHost = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i;

/** Next calls this once per server. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { subscribe } = await import("node:diagnostics_channel");
  let limited: Server | null = null;
  subscribe("http.server.request.start", (message) => {
    const { request, server } = message as {
      readonly request: IncomingMessage;
      readonly server: Server;
    };
    if (limited !== server) limited = Object.assign(server, limits);
    request.url = request.url?.replace(schemeAndHost, "/");
  });
}
