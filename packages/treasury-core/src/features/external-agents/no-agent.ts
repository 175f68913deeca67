import { TreasuryError } from "@agent-treasury/provider";

export interface Challenge {
  /** True if the request has a credential, which is then an invalid one. */
  readonly isInvalid: boolean;
  /** Where clients find the authorization servers; null if there are none. */
  readonly metadataUrl?: string | null;
}

/** The challenge of RFC 6750, which has no error for a request without a credential. */
export function noAgent(message: string, challenge: Challenge, cause?: unknown): TreasuryError {
  const { isInvalid, metadataUrl = null } = challenge;
  const parameters = [
    'realm="agent-treasury"',
    ...(isInvalid ? ['error="invalid_token"'] : []),
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
  ];
  const headers = { "www-authenticate": `Bearer ${parameters.join(", ")}` };
  return new TreasuryError("unauthenticated", message, { headers, cause });
}
