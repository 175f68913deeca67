import type { Server } from "node:http";
import { type ServerType, createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { listening, type ListeningServer } from "test-suites/node";

/**
 * Serves the app on Node.
 *
 * @param options `overrideGlobalObjects: false` passes web requests, as other runtimes do.
 */
export async function serveHono(
  app: Hono,
  options: { readonly overrideGlobalObjects?: boolean } = {},
): Promise<ListeningServer> {
  const server = createAdaptorServer({ fetch: app.fetch, ...options }) as Server & ServerType;
  return await listening(server);
}
