import type { Route } from "./route.ts";

/** Command output is not stored for replays, and resuming a turn is idempotent without a key. */
const keyed = /^POST (?!\/agents\/|\/agent\/resume)/;

/** Whether the service deduplicates calls by key. */
export function isKeyed(route: Route): boolean {
  return keyed.test(route);
}

/** `crypto.randomUUID` is missing in pages loaded over plain HTTP. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
