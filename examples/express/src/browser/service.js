/**
 * @import { AgentTurnResult, ChatMessage, DecisionAnswer, DepositConfirmation, DepositSession,
 *   TreasuryState, Verification } from "@agent-treasury/sdk-client"
 */

/** Why a call failed: the service's own words where it gave some. */
export class CallError extends Error {
  /**
   * @param {string} message
   * @param {number} status 0 when no answer came.
   * @param {string} code
   */
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/**
 * Who looks at the page, and what is plugged in beside the payment processor.
 *
 * @typedef {object} PageSession
 * @property {boolean} signIn Whether people sign in here.
 * @property {string | null} operator Who is signed in.
 * @property {string | null} agent What answers directives; null for nothing.
 */

/** @returns {Promise<PageSession>} */
export const readSession = () => call("command/session");

/** @type {(token: string) => Promise<PageSession>} */
export const signIn = (token) => call("command/sign-in", { token });

/** @returns {Promise<PageSession>} */
export const signOut = () => call("command/sign-out", {});

/** @type {(workspaceId: string) => Promise<TreasuryState>} */
export const readTreasury = (workspaceId) => call(`api/service/treasury?${query({ workspaceId })}`);

/** @type {(workspaceId: string) => Promise<Verification>} */
export const verify = (workspaceId) =>
  call(`api/service/treasury/verify?${query({ workspaceId })}`);

/** @type {(request: { workspaceId: string, amountUsd: number }) => Promise<DepositSession>} */
export const startDeposit = (request) => call("api/service/treasury/deposit", request);

/** @type {(workspaceId: string, session_id: string) => Promise<DepositConfirmation>} */
export const confirmDeposit = (workspaceId, session_id) =>
  call(`api/service/treasury/deposit?${query({ workspaceId, session_id })}`);

/**
 * @typedef {object} DecisionToSend
 * @property {string} workspaceId
 * @property {string} proposalId
 * @property {"approve" | "deny"} decision
 * @property {string | undefined} operator
 * @property {string | undefined} comment
 */

/** @type {(decision: DecisionToSend) => Promise<DecisionAnswer>} */
export const decide = (decision) => call("api/service/treasury/decide", decision);

/** @type {(workspaceId: string) => Promise<TreasuryState>} */
export const reset = (workspaceId) => call("api/service/treasury/reset", { workspaceId });

/**
 * @typedef {object} TurnToRun
 * @property {string} workspaceId
 * @property {string} message
 * @property {ChatMessage[]} history
 */

/** @type {(turn: TurnToRun, signal: AbortSignal) => Promise<AgentTurnResult>} */
export const runTurn = (turn, signal) => call("api/service/agent", turn, signal);

/**
 * Lets a turn go on once nothing of it waits; one that still waits answers with what it came to so far.
 *
 * @type {(workspaceId: string, turnId: string) => Promise<AgentTurnResult>}
 */
export const resumeTurn = (workspaceId, turnId) =>
  call("api/service/agent/resume", { workspaceId, turnId });

/** @param {Record<string, string>} fields */
function query(fields) {
  return new URLSearchParams(fields).toString();
}

/**
 * @param {string} path relative to the page, so that the page may lie below a prefix.
 * @param {object} [body] makes it a POST.
 * @param {AbortSignal} [signal]
 */
async function call(path, body, signal) {
  const content =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { ...content, signal: signal ?? null });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new CallError("The service cannot be reached. Check that it is running.", 0, "");
  }
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  const message = answer?.error ?? `The service answered with status ${response.status}.`;
  throw new CallError(message, response.status, answer?.code ?? "");
}
