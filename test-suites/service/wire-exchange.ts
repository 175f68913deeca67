/** A request as bytes, without the corrections of `fetch`. */
export interface WireRequest {
  readonly method?: string;
  /** Path and query, sent as written. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are sent without a content length. */
  readonly body?: string | Uint8Array | readonly Uint8Array[];
}

/** A complete response. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
