/** One request to an address that a user of the service chose. */
export interface OutboundRequest {
  /** `https:`, without credentials. */
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  /** The longest time until the response is complete. */
  readonly timeoutMs: number;
  /** Bytes of the decoded body that are returned. The rest is discarded, or passed to `rest`. */
  readonly maximumBytes: number;
  /**
   * Receives what follows `maximumBytes` of an answer with a status 2xx, so that a long body is never
   * in memory as a whole. What follows in another answer is discarded.
   */
  readonly rest?: OutboundRest;
  readonly signal: AbortSignal;
}

export interface OutboundRest {
  /** More than this is discarded. */
  readonly maximumBytes: number;
  /** Called in order. The next part is read once it is fulfilled. A rejection ends the request. */
  write(part: Uint8Array): Promise<void>;
}

export interface OutboundResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whether bytes of the body were discarded. */
  readonly isTruncated: boolean;
}

/**
 * Requests an address that is not trusted. It resolves the host once, refuses addresses that are
 * not public, connects to the address that it checked, and follows no redirects.
 *
 * Rejects with a `TreasuryError`: `address_refused` before anything is sent to an address that is
 * not public or not `https:`, `outbound_failed` if there is no complete response in time.
 */
export type OutboundFetch = (request: OutboundRequest) => Promise<OutboundResponse>;
