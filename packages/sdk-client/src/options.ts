/** Headers to send: an object, or a function that is asked before each call. */
export type TreasuryHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/** How to reach a service. */
export interface TreasuryClientOptions {
  /** The service's address without the base path, such as `https://example.com`; `""` in a page of the same origin. */
  readonly baseUrl: string;
  /** Where the service is mounted there, `/api/service` unless given. */
  readonly basePath?: string | undefined;
  /** The workspace that is meant when a call names none; the service's own default is `demo`. */
  readonly workspaceId?: string | undefined;
  /** Name stamped on decisions that name none; ignored by a service where people sign in. */
  readonly operator?: string | undefined;
  /** For example `{ authorization: "Bearer …" }`. */
  readonly headers?: TreasuryHeaders | undefined;
  /**
   * Milliseconds for a whole call, repeats included; of a stream, until it begins. Unless given 30 s, and
   * longer for what may take longer: a turn or a decision 150 s, provisioning 330 s, acting on a machine
   * 630 s.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a call is repeated after 429, 503 or a broken connection, 2 unless given: a read, and
   * what the service does once for an idempotency key: a turn, a deposit, a decision, a reset, a machine.
   * Nothing else is repeated.
   */
  readonly maximumRetries?: number | undefined;
  /**
   * How often in a row a stream that broke off is taken up again, 8 unless given. One that brought
   * something new counts from the start.
   */
  readonly maximumReconnects?: number | undefined;
  /** Used in place of the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What one call may ask for. */
export interface CallOptions {
  /** Gives the call up; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for this call, in place of the client's. */
  readonly timeoutMs?: number | undefined;
  /**
   * Of a POST: a name of your own for what it asks for, 1 to 255 characters. Sent again under the same
   * name within 24 hours, also by another process, it is done once. Unless given, what is repeated
   * by itself gets a random one for each call.
   */
  readonly idempotencyKey?: string | undefined;
}
