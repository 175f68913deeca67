import { errorCatalogue } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";

const { remedyIfUnchanged: remedy } = errorCatalogue.storage_error;

/**
 * The catalogue's remedy of `storage_error` is for a change that may have been committed. A request
 * that sent none can be repeated.
 */
export function withStorageRemedy(failure: TreasuryError, mayHaveWritten: boolean): TreasuryError {
  if (failure.code !== "storage_error" || mayHaveWritten) return failure;
  const { message, cause, headers } = failure;
  return new TreasuryError("storage_error", message, {
    cause,
    headers,
    ...(remedy !== undefined && { remedy }),
  });
}
