import type { JsonObject, PaymentQuote, SpendOrder } from "@agent-treasury/provider";
import {
  amountToPay,
  type SpendHold,
  type SpendProposal,
} from "../../../kernel/proposals/proposal.ts";

export type HeldSpend = SpendProposal & { readonly hold: SpendHold };

export function isHeld(spend: SpendProposal): spend is HeldSpend {
  return spend.hold !== null;
}

/** What is stored beside a spend for its payment. */
export interface PaymentDocs {
  /** What the approvers saw. Null without a quote. */
  readonly quote: PaymentQuote | null;
  /** What was prepared. Null if nothing was. */
  readonly payload: JsonObject | null;
}

export function orderOf(
  workspaceId: string,
  spend: HeldSpend,
  { quote, payload }: PaymentDocs,
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
    quote,
    payload,
    heldAt: hold.heldAt,
    reference,
    signal,
  };
}
