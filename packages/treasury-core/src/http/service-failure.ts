import { errorAnswers, type ErrorCode } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

const { remedyIfUnchanged: remedy } = errorAnswers.storage_error;

/**
 * The catalogue's remedy of `storage_error` is for a change that may have been committed. A request
 * that sent none can be repeated. If the storage states when, the error is `service_busy`.
 */
export function withStorageRemedy(failure: TreasuryError, mayHaveWritten: boolean): TreasuryError {
  if (failure.code !== "storage_error") return failure;
  const { message, cause, headers } = failure;
  const canPass = headers["retry-after"] !== undefined;
  if (mayHaveWritten)
    return canPass ? new TreasuryError("storage_error", message, { cause }) : failure;
  if (canPass) return new TreasuryError("service_busy", message, { cause, headers });
  return new TreasuryError("storage_error", message, {
    cause,
    headers,
    ...(remedy !== undefined && { remedy }),
  });
}

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
