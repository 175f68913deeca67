import type { Server } from "node:http";

const requestStarts = "http.server.request.start";

/**
 * Limits of the server that Next makes and has no settings for: a request has to arrive whole within
 * half a minute, and more connections are closed at once. `examples/express` has the same.
 */
const limits = { headersTimeout: 30_000, requestTimeout: 30_000, maxConnections: 4_000 };

/** Next calls this once in each server that it starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { subscribe, unsubscribe } = await import("node:diagnostics_channel");
  const onRequest = (message: unknown): void => {
    const { server } = message as { readonly server: Server };
    Object.assign(server, limits);
    unsubscribe(requestStarts, onRequest);
  };
  subscribe(requestStarts, onRequest);
}
