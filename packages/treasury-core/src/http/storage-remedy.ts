import { errorCatalogue, routes } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import type { RequestEffects } from "../ledger/commit/request-effects.ts";
import type { AccessAction } from "./access-action.ts";

const { remedyIfUnchanged: remedy } = errorCatalogue.storage_error;

/**
 * The catalogue's remedy of `storage_error` is for a change that may have been committed. A request
 * that sent none can be repeated.
 */
export function withStorageRemedy(
  failure: TreasuryError,
  { method }: { readonly method: string },
  action: AccessAction | null,
  effects: RequestEffects | undefined,
): TreasuryError {
  if (failure.code !== "storage_error") return failure;
  const isRead = method === "GET" && action !== "confirmDeposit";
  if (!isRead && effects?.mayHaveWritten !== false) return failure;
  // A command of a machine is not recorded.
  if (!isRead && action !== null && isOfMachines(action)) return failure;
  const { message, cause, headers } = failure;
  return new TreasuryError("storage_error", message, { cause, headers, ...(remedy && { remedy }) });
}

function isOfMachines(action: AccessAction): boolean {
  return Object.entries(routes).some(([name, { tag }]) => name === action && tag === "machines");
}
