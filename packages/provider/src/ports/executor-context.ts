import type { Clock } from "./clock.ts";
import type { JsonObject } from "./json.ts";
import type { OutboundFetch } from "./outbound-fetch.ts";

/** What a treasury gives to an executor or a rail for incoming payments. */
export interface ExecutorContext {
  /**
   * 128 random bits as hexadecimal digits, kept in the database. A restored copy of the database gets
   * another one.
   */
  readonly deploymentId: () => Promise<string>;
  readonly store: ExecutorStore;
  /** Requests addresses that callers choose. Never follows redirects. */
  readonly outbound: OutboundFetch;
  readonly clock: Clock;
}

/** Persists what payments need beside their payload. Shared by all processes of a deployment. */
export interface ExecutorStore {
  /**
   * Stores a value unless the key has one, and returns the value of the key. Concurrent calls for one
   * key return the same value. A later `expiresAt` replaces an earlier one.
   *
   * @param key The executor's `provider`, a slash and a name: at most 200 letters, digits and
   * `. _ : / -`.
   * @param value At most 384 KiB as JSON.
   * @param expiresAt When the value may be deleted, in milliseconds since 1970; null for never.
   */
  put(key: string, value: JsonObject, expiresAt: number | null): Promise<JsonObject>;
  get(key: string): Promise<JsonObject | null>;
  /**
   * Reserves a key, so that one of several calls or processes acts. Returns the holder of the key:
   * `holder` if the key was free, was its own or its lease is over, and otherwise the other one. Null
   * after a release by `leaseMs` 0. `get` returns the lease, which is no value of `put`.
   *
   * @param leaseMs How long the key is reserved from now, at most 30 days. Repeated calls renew it.
   */
  lease(key: string, holder: string, leaseMs: number): Promise<string | null>;
}
