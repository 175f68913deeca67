import type { Proposal } from "@agent-treasury/contract";
import type { JsonObject } from "@agent-treasury/provider";

const waits =
  "It waits for a person. Ask again later what was decided; proposing it again changes nothing.";
const underWay = "The payment is under way and its amount is held. It ends by itself.";

/** A spend as the agent reads it that proposed it. */
export function spendReport(proposal: Proposal): JsonObject {
  const { id, status, amountUsd, capturedUsd, vendor, purpose, category, verdict } = proposal;
  const { reason, failure, comment, createdAt, decidedAt, executedAt, expiresAt } = proposal;
  return {
    proposalId: id,
    status,
    amountUsd,
    capturedUsd,
    vendor,
    purpose,
    category,
    verdict,
    reason,
    failure,
    comment,
    createdAt,
    decidedAt,
    executedAt,
    expiresAt,
    ...(status === "pending" && { note: waits }),
    ...(status === "approved" && { note: underWay }),
  };
}
