import type { JsonObject, PaymentQuote, SpendOrder } from "@agent-treasury/provider";
import { invalidRequest } from "../../../kernel/errors.ts";
import type { LedgerState } from "../../../kernel/ledger/ledger-state.ts";
import { proposalOf } from "../../../kernel/proposals/proposal-record.ts";
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

/** Whether no payment of an executor settles the spend. */
export function hasOtherPayout({ id, payout }: Pick<SpendProposal, "id" | "payout">): boolean {
  return payout !== null && !isSpendPart(id);
}

/**
 * Returns a spend that a payment of an executor settles.
 *
 * @throws TreasuryError `proposal_not_found`, and `invalid_request` for another payout.
 */
export function settledSpend(ledger: LedgerState, proposalId: string): SpendProposal {
  const spend = proposalOf(ledger, proposalId);
  if (!hasOtherPayout(spend)) return spend;
  const message = `The proposal ${JSON.stringify(proposalId)} is a ${spend.payout?.id}, which no single payment settles.`;
  throw invalidRequest(message);
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
