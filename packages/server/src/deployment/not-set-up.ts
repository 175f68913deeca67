import { TreasuryError } from "@agent-treasury/provider";

/** Details of invalid settings are logged, not sent to callers. */
export function notSetUp(cause: unknown): TreasuryError {
  return new TreasuryError(
    "internal_error",
    "The service is not configured correctly. See its log for the details.",
    { cause },
  );
}
