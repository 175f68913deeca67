import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ServerType, createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";

interface ServedApp {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves the app on Node.
 *
 * @param options `overrideGlobalObjects: false` passes web requests, as other runtimes do.
 */
export async function serveHono(
  app: Hono,
  options: { readonly overrideGlobalObjects?: boolean } = {},
): Promise<ServedApp> {
  const server = createAdaptorServer({ fetch: app.fetch, ...options }) as Server & ServerType;
  // Prevents the server from closing a connection that a slow client is about to reuse.
  server.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
