import type { ReplayProgressItem } from "@agent-treasury/contract/wire";

/** An object, or a function that is called before each request. */
export type TreasuryHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

export interface TreasuryClientOptions {
  /** The service's origin, such as `https://example.com`. `""` in a page of the same origin. */
  readonly baseUrl: string;
  /** Where the service is mounted. Default: `/api/service`. */
  readonly basePath?: string | undefined;
  /** The workspace for calls without one. The service's default is `demo`. */
  readonly workspaceId?: string | undefined;
  /** The approver's name for decisions without one. Ignored with sign-in. */
  readonly operator?: string | undefined;
  /** For example `{ authorization: "Bearer …" }`. */
  readonly headers?: TreasuryHeaders | undefined;
  /**
   * Timeout in milliseconds, including retries. For a stream, until it begins. Default: 30 s; 150 s
   * for turns and decisions, 330 s for provisioning, 630 s for machine actions.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Retries after 429, 503 or a broken connection. Default: 2. Retried are reads, calls with an
   * idempotency key, such as turns, deposits and decisions, and those that have no further effect,
   * such as the revocation of a credential.
   */
  readonly maximumRetries?: number | undefined;
  /** Consecutive reconnects of a stream. Default: 8. New data resets the count. */
  readonly maximumReconnects?: number | undefined;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export interface CallOptions {
  /** Cancels the call, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds, instead of the client's timeout. */
  readonly timeoutMs?: number | undefined;
  /**
   * Idempotency key of a POST, 1 to 255 characters. A repeated request with the same key within 24
   * hours runs once, also from another process. Default: a random key for calls that the client
   * retries.
   */
  readonly idempotencyKey?: string | undefined;
}

/** The terms of a client's calls. Its credential states who calls. */
export interface ClientTerms {
  readonly agent: unknown;
  readonly person: unknown;
  readonly options: readonly [call?: CallOptions];
}

export interface ReplayOptions extends CallOptions {
  /** Receives the progress of the replay. */
  readonly onProgress?: ((progress: ReplayProgressItem) => void) | undefined;
}
