import type { Identifiers } from "../ports/identifiers.ts";

/** The caller's own id of a request when it is harmless in a log, a new one otherwise. */
export function requestIdOf(request: Request, identifiers: Identifiers): string {
  const given = request.headers.get("x-request-id");
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : `req_${identifiers.random()}`;
}
