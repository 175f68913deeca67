import { TreasuryError } from "@agent-treasury/provider";

/** @param metadataUrl - where clients find the authorization servers, if there are any. */
export function noAgent(message: string, cause?: unknown, metadataUrl?: string): TreasuryError {
  const metadata = metadataUrl === undefined ? "" : `, resource_metadata="${metadataUrl}"`;
  const headers = { "www-authenticate": `Bearer realm="agent-treasury"${metadata}` };
  return new TreasuryError("unauthenticated", message, { headers, cause });
}
