import type { Proposal } from "@agent-treasury/contract";
import type { ToolOutcome } from "./turn-tool.ts";

const underWay =
  "The payment is under way and its amount is held. It ends by itself: do not propose it again.";

/** What the agent is told of a spend: when it proposes it, and again when a person has decided. */
export function spendOutcome(proposal: Proposal): ToolOutcome {
  const { id, status, amountUsd, vendor, purpose, verdict, reason, failure, comment } = proposal;
  return {
    ok: status !== "denied" && status !== "failed",
    content: {
      proposalId: id,
      status,
      amountUsd,
      vendor,
      purpose,
      verdict,
      reason,
      failure,
      ...(comment !== null && { comment }),
      ...(status === "approved" && { note: underWay }),
    },
    proposal,
  };
}
