/** A request as bytes: what `fetch` would correct or forbid is sent as it is. */
export interface WireRequest {
  readonly method?: string;
  /** Path and query, sent as written. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Pieces are sent without a content length. */
  readonly body?: string | Uint8Array | readonly Uint8Array[];
}

/** An answer, read to its end. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}
