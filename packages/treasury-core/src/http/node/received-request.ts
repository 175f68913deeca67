import type { ServerResponse } from "node:http";
import {
  type RequestHeaders,
  type ServiceRequest,
  fromRequest,
  withSignal,
} from "../service-request.ts";
import { checkedAddress } from "./checked-address.ts";
import { headerLines } from "./header-lines.ts";
import type { NodeRequest } from "./node-types.ts";
import { bodyBytes } from "./request-body.ts";
import { webRequest } from "./web-request.ts";

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
