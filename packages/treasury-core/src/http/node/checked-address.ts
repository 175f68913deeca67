import { TreasuryError } from "@agent-treasury/provider";
import { invalidRequest } from "../../kernel/errors.ts";
import { requestAddress } from "../match-route.ts";
import { checkedHost } from "../true-host.ts";
import type { NodeRequest } from "./node-types.ts";

/**
 * The URL of a request, with the host of its Host header, or of its authority in HTTP/2.
 *
 * @throws TreasuryError `invalid_request` unless there is exactly one valid Host header, and
 * `route_not_found` if the path is not in its normal form.
 */
export function checkedAddress(native: NodeRequest): string {
  const host = checkedHost(hostOf(native));
  const scheme = "encrypted" in native.socket ? "https" : "http";
  const address = `${scheme}://${host}${pathOf(native.originalUrl ?? native.url ?? "/")}`;
  requestAddress(address);
  // A request target has no fragment, and some routers remove it.
  if (address.includes("#")) {
    throw new TreasuryError("route_not_found", "The path is not in its normal form.");
  }
  return address;
}

/** HTTP/2 has a pseudo-header instead, and may have the header as well. */
function hostOf(native: NodeRequest): string | undefined {
  const { host } = native.headers;
  const { ":authority": authority = host } = native.headers;
  const isAmbiguous = hostLines(native) > 1 || (host !== undefined && host !== authority);
  if (!isAmbiguous) return authority?.toString();
  throw invalidRequest("The request has more than one Host header.");
}

/** Node keeps only the first line in `headers`, but a proxy may have used another one. */
function hostLines({ rawHeaders }: NodeRequest): number {
  return rawHeaders.filter((text, index) => index % 2 === 0 && /^host$/i.test(text)).length;
}

/** Some proxies send the whole URL instead of the path. */
function pathOf(target: string): string {
  if (target.startsWith("/")) return target;
  return URL.canParse(target) ? target.replace(/^[^:]+:\/\/[^/?#]*/, "") : "/";
}
