import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import type { TreasuryHandler } from "@agent-treasury/treasury-core";
import type { RequestHandler } from "express";

/** Mounts a web-standard handler in the simplest way. */
export function naiveConversion(handler: TreasuryHandler): RequestHandler {
  return async (request, response) => {
    const answer = await handler(toRequest(request, request.originalUrl));
    response.status(answer.status).setHeaders(answer.headers);
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
}

function toRequest(request: IncomingMessage, path: string): Request {
  const { method = "GET" } = request;
  const headers = new Headers(request.headers as Record<string, string>);
  const address = new URL(path, `http://${request.headers.host}`);
  if (method === "GET") return new Request(address, { method, headers });
  const body = Readable.toWeb(request) as ReadableStream<Uint8Array>;
  return new Request(address, { method, headers, body, duplex: "half" });
}
