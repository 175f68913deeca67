import ipaddr from "ipaddr.js";

/** The addresses of the internet. Others embed IPv4 addresses, or are not routed. */
const globalUnicast = "2000::/3";

/** A service of Azure's hosts, at an address that looks public. */
const wireServer = "168.63.129.16";

/** Returns whether an IP address belongs to the internet and to no special range. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes("%")) return false;
  if (ipaddr.parse(address).range() !== "unicast") return false;
  return ipaddr.IPv6.isValid(address) ? isWithin(address, globalUnicast) : address !== wireServer;
}

/** Returns whether an address is in a network. IPv4-mapped addresses are in no IPv4 network. */
export function isWithin(address: string, cidr: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  const parsed = ipaddr.parse(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}

export function isCidr(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}
