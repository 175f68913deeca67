import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { TreasuryError } from "@agent-treasury/treasury-core";
import { withClosingSignal } from "./closing-signal.ts";
import type { ExpressRequest } from "./express-types.ts";
import { type RequestBody, requestBody } from "./request-body.ts";

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** The web's request knows none of these methods. */
const unknownMethods = ["CONNECT", "TRACE", "TRACK"];

/**
 * Makes the web's request of Node's. Its address names the host of the Host header and no other:
 * whoever calls may send any `x-forwarded-host`.
 *
 * @throws TreasuryError `invalid_request` when the Host header cannot be part of an address,
 *   `method_not_allowed` for a method that the web's request does not know.
 */
export function toWebRequest(request: ExpressRequest, response: ServerResponse): Request {
  const method = request.method ?? "GET";
  if (unknownMethods.includes(method)) {
    throw new TreasuryError("method_not_allowed", `Nothing here answers ${method}.`, {
      headers: { allow: "GET, POST, DELETE, OPTIONS" },
    });
  }
  const address = addressOf(request);
  const headers = headersOf(request.headers);
  if (method === "GET" || method === "HEAD")
    return withClosingSignal(new Request(address, { method, headers }), response);
  const body = requestBody(request);
  if (body.wasRead) describe(body, headers);
  const init = { method, headers, body: body.content, duplex: "half" } as const;
  return withClosingSignal(new Request(address, init), response);
}

function addressOf(request: ExpressRequest): string {
  const { host } = request.headers;
  if (host === undefined || !hostPattern.test(host)) {
    throw new TreasuryError("invalid_request", "The Host header is missing or names no host.");
  }
  const scheme = "encrypted" in request.socket ? "https" : "http";
  return `${scheme}://${host}${pathOf(request.originalUrl ?? request.url ?? "/")}`;
}

/** A proxy may send the whole address where others send its path. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  return URL.canParse(target) ? target.replace(/^[^:]+:\/\/[^/?#]*/, "") : "/";
}

function headersOf(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    // HTTP/2 has the request line among the headers, each name after a colon.
    if (value === undefined || name.startsWith(":")) continue;
    if (typeof value === "string") headers.set(name, value);
    else value.forEach((line) => headers.append(name, line));
  }
  return headers;
}

/** A parser has undone encoding and chunks, and its text may be longer or shorter than what came. */
function describe({ content }: RequestBody, headers: Headers): void {
  headers.delete("content-encoding");
  headers.delete("transfer-encoding");
  if (content instanceof ReadableStream) return;
  headers.set("content-length", String(Buffer.byteLength(content)));
}
