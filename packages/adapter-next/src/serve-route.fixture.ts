import { createServer } from "node:http";
import { NodeNextRequest, NodeNextResponse } from "next/dist/server/base-http/node.js";
import { addRequestMeta } from "next/dist/server/request-meta.js";
import { sendResponse } from "next/dist/server/send-response.js";
import {
  NextRequestAdapter,
  signalFromNodeResponse,
} from "next/dist/server/web/spec-extension/adapters/next-request.js";
import { listening, type ListeningServer } from "test-suites/node";
import type { NextHandlers } from "./next-handlers.ts";

/**
 * Serves route handlers without a build. Next's own code converts the requests and responses, as the
 * built route of `next start` does. Next's router is left out.
 */
export async function serveRoute(handlers: NextHandlers): Promise<ListeningServer> {
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      // The host that Next listens on, not the requested one.
      addRequestMeta(
        request,
        "initURL",
        `http://localhost:${request.socket.localPort}${request.url}`,
      );
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
  return await listening(server);
}
