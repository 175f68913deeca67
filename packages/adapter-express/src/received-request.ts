import type { ServerResponse } from "node:http";
import {
  type RequestHeaders,
  type ServiceRequest,
  fromRequest,
} from "@agent-treasury/treasury-core/adapter";
import { checkedAddress } from "./checked-address.ts";
import { closingSignal } from "./closing-signal.ts";
import type { ExpressRequest } from "./express-types.ts";
import { bodyBytes } from "./request-body.ts";
import { webRequest } from "./web-request.ts";

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

  /** @throws TreasuryError as `checkedAddress` does. */
  constructor(native: ExpressRequest, response: ServerResponse) {
    this.method = native.method ?? "GET";
    this.url = checkedAddress(native);
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

function headerOf({ headers }: ExpressRequest, name: string): string | null {
  const value = headers[name];
  if (typeof value === "string") return value;
  return Array.isArray(value) ? value.join(", ") : null;
}
