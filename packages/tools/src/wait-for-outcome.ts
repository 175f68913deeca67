import { requestLimits } from "@agent-treasury/contract";
import type { Proposal, ProposalStatus } from "@agent-treasury/contract/wire";
import { isTreasuryError } from "@agent-treasury/provider";
import { accessFailure } from "./failure-for-model.ts";
import type { AccessCall, TreasuryAccess } from "./treasury-access.ts";

const final: ReadonlySet<ProposalStatus> = new Set(["denied", "executed", "failed"]);
const shortestPauseMs = 1_000;
const longestPauseMs = 30_000;
const doublings = 5;

/**
 * Waits until a spend is denied, executed or failed, for example before a worker resumes an agent.
 * Reads again after restarts and outages of the treasury.
 *
 * @throws the reason of `signal` once it aborts; the error of the access if the treasury rejects
 * the request, for example `proposal_not_found` or `unauthenticated`; `shutting_down` once a treasury
 * of this process closes.
 * @example
 * ```ts
 * import { access } from "./access.ts";
 *
 * const { status, comment } = await waitForOutcome(access, "prop_…");
 * ```
 */
export async function waitForOutcome(
  access: TreasuryAccess,
  proposalId: string,
  call: AccessCall = {},
): Promise<Proposal> {
  let failures = 0;
  for (;;) {
    try {
      const request = { proposalId, waitSeconds: requestLimits.waitSeconds };
      const { proposal } = await access.readProposal(request, call);
      if (final.has(proposal.status)) return proposal;
      failures = 0;
    } catch (error) {
      call.signal?.throwIfAborted();
      if (!isTemporary(error)) throw error;
      failures += 1;
    }
    const backoffMs = shortestPauseMs * 2 ** Math.min(failures, doublings);
    await pause(Math.min(backoffMs, longestPauseMs), call.signal);
  }
}

function isTemporary(error: unknown): boolean {
  // Only a treasury elsewhere opens again.
  if (isTreasuryError(error) && error.code === "shutting_down") return false;
  const status = accessFailure(error)?.status;
  return status !== undefined && (status === 0 || status === 429 || status >= 500);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}
