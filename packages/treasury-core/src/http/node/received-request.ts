import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { TreasuryError } from "@agent-treasury/provider";
import {
  type RequestHeaders,
  type ServiceRequest,
  fromRequest,
  withSignal,
} from "../service-request.ts";
import { checkedAddress } from "./checked-address.ts";
import type { NodeRequest } from "./node-types.ts";
import { bodyBytes, type RequestBody, requestBody } from "./request-body.ts";

/**
 * Its URL uses the Host header and ignores `x-forwarded-host`, which any caller can set. The signal,
 * the web `Headers` and the web `Request` are created on first use, because they are expensive.
 */
export class ReceivedRequest implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #native: NodeRequest;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;
  #headers: Headers | undefined;
  #web: Request | undefined;

  /** @throws TreasuryError as `checkedAddress` does. */
  constructor(native: NodeRequest, response: ServerResponse) {
    this.method = native.method ?? "GET";
    this.url = checkedAddress(native);
    this.headers = {
      get: (name) => headerOf(native, name),
      entries: () => headerLines(native.headers),
    };
    this.#native = native;
    this.#response = response;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= closingSignal(this.#response));
  }

  /** Reads from the web `Request` if it exists, because it may have consumed the native body. */
  bytes(maximumBytes: number): Promise<Uint8Array> {
    if (this.#web !== undefined) return fromRequest(this.#web).bytes(maximumBytes);
    return bodyBytes(this.#native, maximumBytes);
  }

  toHeaders(): Headers {
    return (this.#headers ??= new Headers([...headerLines(this.#native.headers)]));
  }

  /** @throws TreasuryError `method_not_allowed` for a method that a web `Request` does not support. */
  toRequest(): Request {
    return (this.#web ??= withSignal(webRequest(this.url, this.#native), () => this.signal));
  }
}

function headerOf({ headers }: NodeRequest, name: string): string | null {
  const value = headers[name];
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join(", ") : null;
}

/** Aborts if the caller disconnects before the response is complete. */
function closingSignal(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  const onClose = (): void => {
    if (!response.writableFinished) closing.abort(new Error("The caller closed the connection."));
  };
  if (response.closed) onClose();
  else response.once("close", onClose);
  return closing.signal;
}

const unknownMethods = ["CONNECT", "TRACE", "TRACK"];

/** @throws TreasuryError `method_not_allowed` for a method that a web `Request` does not support. */
function webRequest(address: string, native: NodeRequest): Request {
  const method = native.method ?? "GET";
  if (unknownMethods.includes(method)) {
    throw new TreasuryError("method_not_allowed", `The method ${method} is not supported.`, {
      headers: { allow: "GET, POST, DELETE, OPTIONS" },
    });
  }
  const headers = new Headers([...headerLines(native.headers)]);
  if (method === "GET" || method === "HEAD") return new Request(address, { method, headers });
  const content = requestBody(native);
  if (native.readableDidRead) describe(content, headers);
  // The types of browsers lack `duplex`, which Node requires for a stream.
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
function describe(content: RequestBody, headers: Headers): void {
  headers.delete("content-encoding");
  headers.delete("transfer-encoding");
  if (content instanceof ReadableStream) return;
  headers.set("content-length", String(Buffer.byteLength(content)));
}

/** Each line separately, without the pseudo-headers of HTTP/2, which begin with a colon. */
function* headerLines(headers: IncomingHttpHeaders): Iterable<[name: string, line: string]> {
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || name.startsWith(":")) continue;
    for (const line of Array.isArray(value) ? value : [value]) yield [name, line];
  }
}
