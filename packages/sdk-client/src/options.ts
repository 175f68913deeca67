/** Headers to send: an object, or a function that is called before each request. */
export type TreasuryHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** Options of a client. */
export interface TreasuryClientOptions {
  /**
   * The service's origin without the base path, such as `https://example.com`. `""` in a page of
   * the same origin.
   */
  readonly baseUrl: string;
  /** The path under which the service is mounted. Default: `/api/service`. */
  readonly basePath?: string | undefined;
  /** The workspace for calls without one. The service's own default is `demo`. */
  readonly workspaceId?: string | undefined;
  /** The approver's name for decisions without one. Ignored by a service with sign-in. */
  readonly operator?: string | undefined;
  /** For example `{ authorization: "Bearer …" }`. */
  readonly headers?: TreasuryHeaders | undefined;
  /**
   * Timeout for a whole call including retries, in milliseconds. For a stream, until it begins.
   * Default: 30 s; 150 s for turns and decisions, 330 s for provisioning, 630 s for machine
   * actions.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The maximum number of retries after 429, 503 or a broken connection. Default: 2. Retried are
   * reads, and calls that the service deduplicates by idempotency key: turns, deposits, decisions,
   * resets and provisioning. Other calls are never retried.
   */
  readonly maximumRetries?: number | undefined;
  /**
   * The maximum number of consecutive reconnects of a stream. Default: 8. The count starts again
   * when new data arrives.
   */
  readonly maximumReconnects?: number | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Cancels the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Timeout of this call in milliseconds, instead of the client's. */
  readonly timeoutMs?: number | undefined;
  /**
   * Idempotency key of a POST, 1 to 255 characters. Repeating the request with the same key within
   * 24 hours, also from another process, runs it once. By default, calls that the client retries
   * get a random key.
   */
  readonly idempotencyKey?: string | undefined;
}
