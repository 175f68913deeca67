import { TreasuryError } from "@agent-treasury/provider";

/**
 * Parses an address. The parser turns every notation of an IPv4 address, such as `0x7f.1`, into the
 * usual one.
 *
 * @throws TreasuryError `address_refused`.
 */
export function checkUrl(text: string, ports: readonly number[]): URL {
  if (!URL.canParse(text)) throw refused("The address is not a URL.");
  const url = new URL(text);
  if (url.protocol !== "https:") throw refused("The address does not begin with https://.");
  if (url.username !== "" || url.password !== "") {
    throw refused("The address contains a user name or a password.");
  }
  const port = url.port === "" ? 443 : Number(url.port);
  if (!ports.includes(port)) throw refused(`The address has the port ${port}.`);
  // Certificates have names without the final dot.
  url.hostname = url.hostname.replace(/\.$/, "");
  return url;
}

export function refused(message: string): TreasuryError {
  return new TreasuryError("address_refused", message);
}
