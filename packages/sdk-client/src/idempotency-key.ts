import type { Route } from "./route.ts";

/** A machine's output is not kept for a second answer, and a turn that is resumed twice is resumed once. */
const keyed = /^POST (?!\/agents\/|\/agent\/resume)/;

/** Whether the service does a call once for its key, and answers again when it is repeated. */
export function isKeyed(route: Route): boolean {
  return keyed.test(route);
}

/** 128 random bits. `crypto.randomUUID` would be missing in a page that came over plain HTTP. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
