import type { Identifiers } from "@agent-treasury/provider";
import type { ServiceRequest } from "./service-request.ts";

/** The caller's own id of a request when it is harmless in a log, a new one otherwise. */
export function requestIdOf({ headers }: ServiceRequest, identifiers: Identifiers): string {
  const given = headers.get("x-request-id");
  return given !== null && /^[\w.-]{1,64}$/.test(given) ? given : `req_${identifiers.random()}`;
}
