import {
  forgetReported,
  recallConfirming,
  rememberConfirming,
  workspaceOfDeposit,
} from "./deposit-memory.ts";

/** The checkout from which a browser returned. */
export interface DepositReturn {
  /** Null if there is no deposit to confirm. */
  readonly sessionId: string | null;
  readonly isCancelled: boolean;
  /** The workspace that the tab opened the checkout for. Null if it opened none. */
  readonly workspaceId: string | null;
}

/**
 * Reads the parameters of a checkout's return address. The tab remembers them until the deposit is
 * confirmed, so that you can remove them from the address.
 */
export function readDepositReturn(query: URLSearchParams): DepositReturn {
  const returned = query.get("deposit_session");
  const isCancelled = query.has("deposit_cancelled");
  const sessionId = returned ?? recallConfirming();
  rememberConfirming(sessionId);
  const isReturn = returned !== null || isCancelled;
  if (isReturn) forgetReported();
  return { sessionId, isCancelled, workspaceId: isReturn ? workspaceOfDeposit(returned) : null };
}
