const lastWorkspace = "treasury.workspace";

/** @param {string} sessionId */
const depositOf = (sessionId) => `treasury.deposit.${sessionId}`;

/**
 * What the page's address asks for. A checkout's return address names no workspace, so the page that
 * started it remembers which one it was for.
 */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  const depositSession = query.get("deposit_session");
  const depositCancelled = query.has("deposit_cancelled");
  const remembered =
    depositSession === null
      ? depositCancelled
        ? recall(lastWorkspace)
        : null
      : (recall(depositOf(depositSession)) ?? recall(lastWorkspace));
  const workspaceId = query.get("workspaceId")?.trim() || remembered || "demo";
  return { workspaceId, depositSession, depositCancelled };
}

/**
 * Remembers, for this tab, where a checkout will return to.
 *
 * @param {string} sessionId
 * @param {string} workspaceId
 */
export function rememberDeposit(sessionId, workspaceId) {
  keep(depositOf(sessionId), workspaceId);
  keep(lastWorkspace, workspaceId);
}

/**
 * Leaves only the workspace in the address, so that loading the page again repeats nothing.
 *
 * @param {string} workspaceId
 */
export function settleAddress(workspaceId) {
  const query = new URLSearchParams({ workspaceId });
  history.replaceState(null, "", `${location.pathname}?${query}`);
}

/**
 * @param {string} key
 * @returns {string | null}
 */
export function recall(key) {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // Storage can be forbidden; then the address is all there is.
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
export function keep(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
