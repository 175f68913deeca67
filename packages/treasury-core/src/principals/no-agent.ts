import { TreasuryError } from "@agent-treasury/provider";

export function noAgent(message: string, cause?: unknown): TreasuryError {
  const headers = { "www-authenticate": 'Bearer realm="agent-treasury"' };
  return new TreasuryError("unauthenticated", message, { headers, cause });
}
