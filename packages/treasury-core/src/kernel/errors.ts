import type { ErrorCode } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

/** The error of a request or an option that cannot be used as it is. */
export function invalidRequest(message: string, cause?: unknown): TreasuryError {
  return new TreasuryError("invalid_request", message, { cause });
}

/** The error of a request that can be repeated after some seconds. */
export function retryLater(code: ErrorCode, message: string, seconds: number): TreasuryError {
  return new TreasuryError(code, message, { headers: { "retry-after": String(seconds) } });
}
