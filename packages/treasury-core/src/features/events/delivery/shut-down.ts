import { isTreasuryError, TreasuryError } from "@agent-treasury/provider";

/** Why a closing process aborts deliveries. */
export function shutDown(): TreasuryError {
  return new TreasuryError("shutting_down", "The treasury is shutting down.");
}

export function isShutDown(error: unknown): boolean {
  return isTreasuryError(error) && error.code === "shutting_down";
}
