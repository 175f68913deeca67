import type { SpendOrder } from "@agent-treasury/provider";
import type { SpendHold, SpendProposal } from "../proposals/proposal.ts";

/** A spend whose amount is held. */
export type HeldSpend = SpendProposal & { readonly hold: SpendHold };

/** Whether a spend's amount is held. */
export function isHeld(spend: SpendProposal): spend is HeldSpend {
  return spend.hold !== null;
}

/** What an executor is told of a spend. */
export function orderOf(workspaceId: string, spend: HeldSpend, signal: AbortSignal): SpendOrder {
  const { id, amount, vendor, purpose, category, hold, reference } = spend;
  return {
    proposalId: id,
    workspaceId,
    amount,
    vendor,
    purpose,
    category,
    heldAt: hold.heldAt,
    reference,
    signal,
  };
}
