import { TreasuryError } from "../errors.ts";

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
 * Takes an address apart as a URL parser does, and without one where that comes to the same.
 *
 * @throws TreasuryError `invalid_request` when it is no address.
 */
export function requestAddress(url: string): RequestAddress {
  const plain = plainAddress.exec(url);
  if (plain?.[1] !== undefined) return { pathname: plain[1], search: plain[2] ?? "" };
  if (!URL.canParse(url)) {
    throw new TreasuryError("invalid_request", "The request's address cannot be read.");
  }
  return new URL(url);
}
