import type { Route } from "./route.ts";

/**
 * Command output, the tokens of credentials and responses of plugins are not stored for replays.
 * Resuming a turn is
 * idempotent without a key, as is the freeze of all workspaces. The validation of rules changes
 * nothing, and saving a draft twice has the same result.
 */
const keyed =
  /^POST (?!\/(?:agents|plugins)\/|\/agent\/resume|\/treasury\/credentials$|\/treasury\/rules\/(?:validate|draft)|\/treasury\/(?:un)?freeze-all)/;

/** Whether the service deduplicates calls by key. */
export function isKeyed(route: Route): boolean {
  return keyed.test(route);
}

/** `crypto.randomUUID` is missing in pages loaded over plain HTTP. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
