import { requestLimits } from "@agent-treasury/contract";
import { TreasuryError, isTreasuryError } from "@agent-treasury/provider";
import type { ServiceRequest } from "./service-request.ts";

/**
 * Reads a body to its end. A caller who goes away within it is no failure of the service, of which the
 * deployment would be told.
 *
 * @throws TreasuryError `invalid_json` for a body that broke off; `body_too_large`,
 *   `service_busy`, `body_already_read`.
 */
export async function wholeBody(
  request: ServiceRequest,
  maximumBytes: number = requestLimits.bodyBytes,
): Promise<Uint8Array> {
  try {
    return await request.bytes(maximumBytes);
  } catch (cause) {
    if (isTreasuryError(cause)) throw cause;
    throw new TreasuryError("invalid_json", "The body broke off before its end.", { cause });
  }
}
