import { TreasuryError } from "@agent-treasury/provider";

/** Where a request goes below its host. */
export interface RequestAddress {
  readonly pathname: string;
  /** With its question mark, empty when there is none. */
  readonly search: string;
}

/**
 * An address in which a URL parser would change nothing: no segment is empty or begins with a dot,
 * nothing in the path is escaped, and nothing anywhere wants to be.
 */
const plainAddress =
  /^https?:\/\/[\w.:[\]-]+((?:\/[\w~:@-][\w~:@.-]*)+\/?|\/)(\?[\w~:@./%&=+*,;!()$-]+)?$/;

/**
 * Splits an address as a URL parser does, and without one where the result is the same. A path in any
 * other spelling than its normal one is refused: a guard in front of the service that compares paths
 * would not recognize it.
 *
 * @throws TreasuryError `invalid_request` when it is not an address, `route_not_found` when its path is
 *   not normal.
 */
export function requestAddress(url: string): RequestAddress {
  const plain = plainAddress.exec(url);
  if (plain?.[1] !== undefined) return { pathname: plain[1], search: plain[2] ?? "" };
  if (!URL.canParse(url)) {
    throw new TreasuryError("invalid_request", "The request's address cannot be read.");
  }
  const address = new URL(url);
  if (!isNormal(url, address)) {
    throw new TreasuryError("route_not_found", "The path is not in its normal form.");
  }
  return address;
}

/** The letters, digits and `-._~` that RFC 3986 leaves unescaped. */
const needlessEscape = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i;

/** Without dot segments, backslashes, needless escapes, and characters that have to be escaped. */
function isNormal(url: string, { pathname }: URL): boolean {
  const written = /^[^:]+:\/\/[^/?#\\]*([^?#]*)/.exec(url)?.[1] ?? "";
  return (written || "/") === pathname && !needlessEscape.test(pathname);
}
