import { invalidRequest } from "../kernel/errors.ts";

const hostPattern = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

/** @throws TreasuryError `invalid_request` if the Host header is missing or invalid. */
export function checkedHost(host: string | null | undefined): string {
  if (host != null && hostPattern.test(host)) return host;
  throw invalidRequest("The Host header is missing or invalid.");
}

/**
 * Uses the Host header as the host in the request's URL. Some frameworks use the host that they
 * listen on, which would pass every host check.
 *
 * @throws TreasuryError `invalid_request` if the Host header is missing or invalid.
 */
export function withTrueHost(request: Request): Request {
  const host = checkedHost(request.headers.get("host"));
  const { protocol, pathname, search } = new URL(request.url);
  const address = `${protocol}//${host}${pathname}${search}`;
  return address === request.url ? request : new Request(address, request);
}
