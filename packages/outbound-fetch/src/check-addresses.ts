import { isIP } from "node:net";
import { refused } from "./check-url.ts";
import { isPublicAddress, isWithin } from "./public-address.ts";

/** Returns all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const maximumAddresses = 8;

/**
 * Returns the addresses of a URL's host, all of them checked. One that is not public refuses all,
 * because it shows that the name's owner aims at a private network.
 *
 * @throws TreasuryError `address_refused`.
 */
export async function checkAddresses(
  { hostname }: URL,
  resolve: Resolve,
  allow: readonly string[],
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || allow.some((cidr) => isIP(address) > 0 && isWithin(address, cidr));
  if (!addresses.every(isAllowed)) throw refused(`${host} is not a public address.`);
  return addresses.slice(0, maximumAddresses);
}
