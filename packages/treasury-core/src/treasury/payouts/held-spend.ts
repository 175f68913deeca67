import type { JsonObject, SpendOrder } from "@agent-treasury/provider";
import { amountToPay, type SpendHold, type SpendProposal } from "../proposals/proposal.ts";

export type HeldSpend = SpendProposal & { readonly hold: SpendHold };

export function isHeld(spend: SpendProposal): spend is HeldSpend {
  return spend.hold !== null;
}

export function orderOf(
  workspaceId: string,
  spend: HeldSpend,
  payload: JsonObject | null,
  signal: AbortSignal,
): SpendOrder {
  const { id, vendor, purpose, category, hold, reference } = spend;
  return {
    proposalId: id,
    workspaceId,
    amount: amountToPay(spend),
    vendor,
    purpose,
    category,
    quote: null,
    payload,
    heldAt: hold.heldAt,
    reference,
    signal,
  };
}
