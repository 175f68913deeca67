import type { SpendOutcome } from "@agent-treasury/provider";
import { captureSpend } from "./capture-spend.ts";
import { postponeSpend } from "./lease-spend.ts";
import { releaseSpend } from "./release-spend.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { HeldSpend } from "./spend-order.ts";
import { type SpendingParts, leaseMsOf } from "./spending-parts.ts";

const longestDelayMs = 3_600_000;

/**
 * Records what became of a payment. Only executed and declined end it; with everything else the amount
 * stays held, and somebody looks again later: seldom, where it was looked at often.
 */
export function concludeSpend(
  parts: SpendingParts,
  workspaceId: string,
  { id: proposalId, hold, attention }: HeldSpend,
  outcome: SpendOutcome,
): Promise<SpendProposal> {
  const { committer, policy, identifiers } = parts;
  switch (outcome.kind) {
    case "executed": {
      const { captures, reference } = outcome;
      const payment = { proposalId, captures, reference, salt: identifiers.random() };
      return committer.run(workspaceId, captureSpend(payment, policy));
    }
    case "declined": {
      const failure = outcome.reason || "The executor declined.";
      return committer.run(workspaceId, releaseSpend({ proposalId, failure, lease: hold.lease }));
    }
    case "in_progress":
    case "unknown": {
      const delayMs = Math.min(leaseMsOf(parts) * 2 ** hold.recoveries, longestDelayMs);
      const reference = outcome.kind === "in_progress" ? outcome.reference : null;
      return committer.run(
        workspaceId,
        postponeSpend({ proposalId, lease: hold.lease, delayMs, reference, attention }),
      );
    }
  }
}
