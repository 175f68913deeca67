import { TreasuryError } from "@agent-treasury/provider";
import type { ServiceRequest } from "../service-request.ts";

/**
 * The id of the last event that a caller saw, from the header that browsers send when they reconnect;
 * null where there is none.
 *
 * @throws TreasuryError `invalid_request` when it can be no id of an event.
 */
export function lastEventIdOf({ headers }: ServiceRequest): string | null {
  const given = headers.get("last-event-id");
  if (given === null || given === "") return null;
  if (/^\d{1,15}$/.test(given)) return given;
  throw new TreasuryError("invalid_request", "The header `last-event-id` is no id of an event.");
}
