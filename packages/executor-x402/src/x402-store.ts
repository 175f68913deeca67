import type { JsonObject } from "@agent-treasury/provider";

/**
 * Persists what an authorization does not contain: bodies of requests, answers of sellers, and the
 * facts about tokens that signatures depend on. Shared by all processes of a deployment.
 */
export interface X402Store {
  /**
   * Stores a value unless the key has one, and returns the value of the key. Concurrent calls for one
   * key return the same value.
   *
   * @param expiresAt When the value may be deleted, in milliseconds since 1970; null for never.
   */
  put(key: string, value: JsonObject, expiresAt: number | null): Promise<JsonObject>;
  get(key: string): Promise<JsonObject | null>;
}
