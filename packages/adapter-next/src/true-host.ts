import { TreasuryError } from "@agent-treasury/provider";

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Puts the host of the Host header into the request's address. Next names there the host that it
 * listens on, whatever the caller asked for, and that would pass every check of the host.
 *
 * @throws TreasuryError `invalid_request` when the Host header cannot be part of an address.
 */
export function withTrueHost(request: Request): Request {
  const host = request.headers.get("host");
  if (host === null || !hostPattern.test(host)) {
    throw new TreasuryError("invalid_request", "The Host header is missing or names no host.");
  }
  const { protocol, pathname, search } = new URL(request.url);
  const address = `${protocol}//${host}${pathname}${search}`;
  return address === request.url ? request : new Request(address, request);
}
