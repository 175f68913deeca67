import { TreasuryError } from "@agent-treasury/provider";

/** What is wrong with the settings is for whoever runs the service, not for whoever calls it. */
export function notSetUp(cause: unknown): TreasuryError {
  return new TreasuryError(
    "internal_error",
    "The service is not set up: its log says what is missing or wrong.",
    { cause },
  );
}
