import { recall, remember } from "../support/browser-memory.ts";

const lastWorkspace = "treasury.deposit.workspace";
const reported = "treasury.deposit.reported";
/** A cancelled checkout has no id. */
const cancelled = "cancelled";
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

/** Stores that the page reported the result, so that the next person who signs in does not see it. */
export function rememberReported(sessionId: string | null): void {
  remember(reported, sessionId ?? cancelled);
}

/** The browser returned from a checkout again. */
export function forgetReported(): void {
  remember(reported, null);
}

/** Returns whether the page has reported the result of a checkout. */
export function isReported(sessionId: string | null): boolean {
  return recall(reported) === (sessionId ?? cancelled);
}
