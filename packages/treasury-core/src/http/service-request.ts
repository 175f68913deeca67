import { readBytes } from "./read-bytes.ts";

/**
 * What the service reads of a request: the part of the web's `Request` that can be had of a framework's
 * own without making one. An adapter that has something cheaper than a `Request` gives this to
 * `handler.serve`.
 */
export interface ServiceRequest {
  /** In capitals. */
  readonly method: string;
  /** The whole address, also one that nobody has normalised. Its host is the one that was asked for. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Aborts when the caller goes away before there is an answer. */
  readonly signal: AbortSignal;
  /**
   * Reads the body, once, and no more of it than the limit.
   *
   * @throws TreasuryError `body_too_large`, `service_busy`, `body_already_read`.
   */
  bytes(maximumBytes: number): Promise<Uint8Array>;
  /** The web's own request, for whoever wants more: the same one each time. */
  toRequest(): Request;
}

/** Headers, as far as the service asks for them. */
export interface RequestHeaders {
  /** A header by its name in lower case, null when there is none; several lines are joined by commas. */
  get(name: string): string | null;
}

/** The web's request in the service's form. */
export function fromRequest(request: Request): ServiceRequest {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    // Some servers make one only for those who ask.
    get signal() {
      return request.signal;
    },
    bytes: (maximumBytes) => readBytes(request, maximumBytes),
    toRequest: () => request,
  };
}
