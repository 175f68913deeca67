import { tellFailure, tellFault } from "@agent-treasury/server";
import { isListenError } from "./listen.ts";

/** Ends the process: what whoever started it can mend is told without a stack. */
export function exitWithReason(error: unknown): never {
  console.error(isListenError(error) ? error.message : (tellFailure(error) ?? tellFault(error)));
  process.exit(1);
}
