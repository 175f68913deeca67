import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { NodeNextRequest, NodeNextResponse } from "next/dist/server/base-http/node.js";
import { addRequestMeta } from "next/dist/server/request-meta.js";
import { sendResponse } from "next/dist/server/send-response.js";
import {
  NextRequestAdapter,
  signalFromNodeResponse,
} from "next/dist/server/web/spec-extension/adapters/next-request.js";
import type { NextHandlers } from "./next-handlers.ts";

interface ServedRoute {
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves route handlers without a build. Next's own code converts the requests and responses, as the
 * built route of `next start` does. Next's router is left out.
 */
export async function serveRoute(handlers: NextHandlers): Promise<ServedRoute> {
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      // The host that Next listens on, not the requested one.
      addRequestMeta(request, "initURL", `http://localhost:${port}${request.url}`);
      const received = new NodeNextRequest(request);
      const signal = signalFromNodeResponse(response);
      const handle = handlers[request.method as keyof NextHandlers];
      const answer = await handle(NextRequestAdapter.fromNodeNextRequest(received, signal));
      await sendResponse(received, new NodeNextResponse(response), answer);
    };
    respond().catch((error: unknown) => {
      // As Next: a response that began is cut.
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
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
