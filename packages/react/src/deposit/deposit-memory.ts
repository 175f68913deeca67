import { recall, remember } from "../support/browser-memory.ts";

const lastWorkspace = "treasury.deposit.workspace";
const confirming = "treasury.deposit.confirming";

/** Stores the workspace of a checkout, because its return address does not contain it. */
export function rememberDeposit(sessionId: string, workspaceId: string): void {
  remember(`treasury.deposit.${sessionId}`, workspaceId);
  remember(lastWorkspace, workspaceId);
}

/** Returns the workspace of a checkout. Null if this tab did not open it. */
export function workspaceOfDeposit(sessionId: string | null): string | null {
  const exact = sessionId === null ? null : recall(`treasury.deposit.${sessionId}`);
  return exact ?? recall(lastWorkspace);
}

/** Stores the checkout in progress, because the address no longer contains it. */
export function rememberConfirming(sessionId: string | null): void {
  remember(confirming, sessionId);
}

/** Returns the checkout in progress before a reload. */
export function recallConfirming(): string | null {
  return recall(confirming);
}
