import type { ServerResponse } from "node:http";
import {
  type RequestHeaders,
  type ServiceRequest,
  TreasuryError,
  fromRequest,
} from "@agent-treasury/treasury-core";
import { closingSignal } from "./closing-signal.ts";
import type { ExpressRequest } from "./express-types.ts";
import { bodyBytes } from "./request-body.ts";
import { webRequest } from "./web-request.ts";

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Express's request in the service's form. Its address names the host of the Host header and no other:
 * whoever calls may send any `x-forwarded-host`. What costs something is made for those who ask.
 */
export class ReceivedRequest implements ServiceRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly #native: ExpressRequest;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;
  #web: Request | undefined;

  /** @throws TreasuryError `invalid_request` when the Host header cannot be part of an address. */
  constructor(native: ExpressRequest, response: ServerResponse) {
    this.method = native.method ?? "GET";
    this.url = addressOf(native);
    this.headers = { get: (name) => headerOf(native, name) };
    this.#native = native;
    this.#response = response;
  }

  get signal(): AbortSignal {
    return (this.#signal ??= closingSignal(this.#response));
  }

  /** Where somebody has the web's request, its body is the one to read: a part of it may be gone. */
  bytes(maximumBytes: number): Promise<Uint8Array> {
    if (this.#web !== undefined) return fromRequest(this.#web).bytes(maximumBytes);
    return bodyBytes(this.#native, maximumBytes);
  }

  /** @throws TreasuryError `method_not_allowed` for a method that the web's request does not know. */
  toRequest(): Request {
    return (this.#web ??= Object.defineProperty(webRequest(this.url, this.#native), "signal", {
      // One that is given to the constructor is wrapped in a second, which costs more than the rest.
      get: () => this.signal,
    }));
  }
}

function addressOf(native: ExpressRequest): string {
  const { host } = native.headers;
  if (host === undefined || !hostPattern.test(host)) {
    throw new TreasuryError("invalid_request", "The Host header is missing or names no host.");
  }
  const scheme = "encrypted" in native.socket ? "https" : "http";
  return `${scheme}://${host}${pathOf(native.originalUrl ?? native.url ?? "/")}`;
}

/** A proxy may send the whole address where others send its path. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  return URL.canParse(target) ? target.replace(/^[^:]+:\/\/[^/?#]*/, "") : "/";
}

function headerOf({ headers }: ExpressRequest, name: string): string | null {
  const value = headers[name];
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join(", ") : null;
}
