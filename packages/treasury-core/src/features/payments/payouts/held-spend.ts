import {
  type JsonObject,
  type PaymentQuote,
  type SpendOrder,
  TreasuryError,
} from "@agent-treasury/provider";
import {
  amountToPay,
  isSpendPart,
  type SpendHold,
  type SpendProposal,
} from "../../../kernel/proposals/proposal.ts";

export type HeldSpend = SpendProposal & { readonly hold: SpendHold };

export function isHeld(spend: SpendProposal): spend is HeldSpend {
  return spend.hold !== null;
}

/** Why no payment of an executor settles the spend. Null if one does. */
export function otherPayout({
  id,
  payout,
}: Pick<SpendProposal, "id" | "payout">): TreasuryError | null {
  if (payout === null || isSpendPart(id)) return null;
  const message = `The proposal ${JSON.stringify(id)} is a ${payout.id}, which no single payment settles.`;
  return new TreasuryError("invalid_request", message);
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
