import { isMissingPackageError, isSettingsError } from "@agent-treasury/cli";
import { isTreasuryError } from "@agent-treasury/treasury-core";
import { isListenError } from "./listen.ts";

/** Ends the process: what whoever started it can mend is told without a stack. */
export function exitWithReason(error: unknown): never {
  const isForPeople =
    isSettingsError(error) ||
    isMissingPackageError(error) ||
    isListenError(error) ||
    isTreasuryError(error);
  console.error(isForPeople ? error.message : error);
  process.exit(1);
}
