import { recall, remember } from "../support/browser-memory.ts";

const lastWorkspace = "treasury.deposit.workspace";
const confirming = "treasury.deposit.confirming";

/** A checkout's return address names no workspace, so the tab that opened it remembers which it was for. */
export function rememberDeposit(sessionId: string, workspaceId: string): void {
  remember(`treasury.deposit.${sessionId}`, workspaceId);
  remember(lastWorkspace, workspaceId);
}

/** Which workspace a checkout was for; null when this tab did not open it. */
export function workspaceOfDeposit(sessionId: string | null): string | null {
  const exact = sessionId === null ? null : recall(`treasury.deposit.${sessionId}`);
  return exact ?? recall(lastWorkspace);
}

/** Keeps which checkout is being confirmed, since the address does not any more. */
export function rememberConfirming(sessionId: string | null): void {
  remember(confirming, sessionId);
}

/** The checkout that was being confirmed when the page was loaded again. */
export function recallConfirming(): string | null {
  return recall(confirming);
}
