import { TreasuryError } from "@agent-treasury/provider";

/** The error of a request or an option that cannot be used as it is. */
export function invalidRequest(message: string): TreasuryError {
  return new TreasuryError("invalid_request", message);
}
