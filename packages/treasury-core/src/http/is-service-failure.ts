import type { ErrorCode } from "@agent-treasury/contract";
import type { TreasuryError } from "@agent-treasury/provider";

const expectedCodes: readonly ErrorCode[] = [
  "starting",
  "shutting_down",
  "service_busy",
  "proposal_not_found",
];

/** Whether the operator has to know. False for errors that callers can cause in large numbers. */
export function isServiceFailure({ status, code, isOfCaller }: TreasuryError): boolean {
  return status >= 500 && !isOfCaller && !expectedCodes.includes(code);
}
