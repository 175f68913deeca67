import { TreasuryError } from "@agent-treasury/provider";
import { headerLines } from "./header-lines.ts";
import type { NodeRequest } from "./node-types.ts";
import { type RequestBody, requestBody } from "./request-body.ts";

const unknownMethods = ["CONNECT", "TRACE", "TRACK"];

/** @throws TreasuryError `method_not_allowed` for a method that a web `Request` does not support. */
export function webRequest(address: string, native: NodeRequest): Request {
  const method = native.method ?? "GET";
  if (unknownMethods.includes(method)) {
    throw new TreasuryError("method_not_allowed", `The method ${method} is not supported.`, {
      headers: { allow: "GET, POST, DELETE, OPTIONS" },
    });
  }
  const headers = new Headers([...headerLines(native.headers)]);
  if (method === "GET" || method === "HEAD") return new Request(address, { method, headers });
  const body = requestBody(native);
  if (body.wasRead) describe(body, headers);
  // The types of browsers lack `duplex`, which Node requires for a stream.
  const { content } = body;
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    // For a text, it would add a content type.
    body: typeof content === "string" ? new TextEncoder().encode(content) : content,
    duplex: "half",
  };
  return new Request(address, init);
}

/** A parser has removed encoding and chunking, so the length may differ. */
function describe({ content }: RequestBody, headers: Headers): void {
  headers.delete("content-encoding");
  headers.delete("transfer-encoding");
  if (content instanceof ReadableStream) return;
  headers.set("content-length", String(Buffer.byteLength(content)));
}
