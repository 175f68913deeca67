import { TreasuryError } from "@agent-treasury/provider";
import { requestAddress } from "@agent-treasury/treasury-core/adapter";
import type { ExpressRequest } from "./express-types.ts";

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The address of a request, with the host of its Host header.
 *
 * @throws TreasuryError `invalid_request` when there is not one Host header that can be part of an
 *   address, and `route_not_found` when the path is not in its normal form.
 */
export function checkedAddress(native: ExpressRequest): string {
  const { host } = native.headers;
  if (host === undefined || !hostPattern.test(host)) {
    throw new TreasuryError("invalid_request", "The Host header is missing or names no host.");
  }
  if (hostLines(native) > 1) {
    throw new TreasuryError("invalid_request", "The request has more than one Host header.");
  }
  const scheme = "encrypted" in native.socket ? "https" : "http";
  const address = `${scheme}://${host}${pathOf(native.originalUrl ?? native.url ?? "/")}`;
  requestAddress(address);
  // A request's target has no fragment, and some routers cut it off.
  if (address.includes("#")) {
    throw new TreasuryError("route_not_found", "The path is not in its normal form.");
  }
  return address;
}

/** Node keeps the first line alone in `headers`; a proxy in front may have acted on another one. */
function hostLines({ rawHeaders }: ExpressRequest): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length;
}

/** A proxy may send the whole address where others send its path. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  return URL.canParse(target) ? target.replace(/^[^:]+:\/\/[^/?#]*/, "") : "/";
}
