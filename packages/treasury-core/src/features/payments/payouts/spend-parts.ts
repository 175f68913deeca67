import type { SpendCapture } from "@agent-treasury/provider";
import type { ProposalStep } from "../../../kernel/judgement/payout.ts";
import type { SpendContext } from "../../../kernel/judgement/spend-context.ts";
import type { SpendingPolicy } from "../../../kernel/judgement/spending-policy.ts";
import { TermSlot } from "../../../kernel/judgement/term-slot.ts";
import type { Changes } from "../../../kernel/ledger/command.ts";
import { LedgerAfter } from "../../../kernel/ledger/ledger-after.ts";
import { proposalFromDoc } from "../../../kernel/proposals/proposal-record.ts";
import {
  isSpendPart,
  proposalKey,
  type SpendProposal,
} from "../../../kernel/proposals/proposal.ts";

export interface CapturedPayment {
  readonly captures: readonly SpendCapture[];
  /** The executor's payment id. */
  readonly reference: string;
  /** Why the payee received nothing, if the captures are costs alone. */
  readonly failure?: string;
  /** Whether more captures may follow, so that the rest stays held. Missing for false. */
  readonly isOpen?: boolean;
  /** 128 random bits. */
  readonly salt: string;
  /** SHA-256 of the list of charges that each capture sums up. */
  readonly itemisation?: string;
}

/** What an executor's finding changes of a payment whose amount another spend holds. */
export interface SpendParts {
  captured(
    context: SpendContext<SpendingPolicy>,
    part: SpendProposal,
    payment: CapturedPayment,
  ): ProposalStep;
  /** @param failure null if it ends well without a payment. */
  released(
    context: SpendContext<SpendingPolicy>,
    part: SpendProposal,
    failure: string | null,
  ): ProposalStep;
  /** Shows why the part needs review, or that it no longer does, on the spend, which persons see. */
  attended(context: SpendContext<SpendingPolicy>, part: SpendProposal): Changes;
}

/** Of the feature that has spends of several payments. */
export const spendPartsTerm: TermSlot<SpendParts> = new TermSlot("parts of spends");

/** Null for a whole spend. */
export function partsOf(
  { policy }: Pick<SpendContext<SpendingPolicy>, "policy">,
  { id }: SpendProposal,
): SpendParts | null {
  return isSpendPart(id) ? spendPartsTerm.of(policy) : null;
}

/**
 * Adds to the changes of a part what its spend shows of them, so that persons learn of it. Requires that
 * the command read the part.
 *
 * @param spend as it is after the changes.
 */
export function attended(
  context: SpendContext<SpendingPolicy>,
  spend: SpendProposal,
  changes: Changes,
): Changes {
  const parts = partsOf(context, spend);
  const before = context.ledger.doc(proposalKey(spend.id));
  if (parts === null || before === undefined) return changes;
  if (proposalFromDoc(before).attention === spend.attention) return changes;
  const ledger = new LedgerAfter(context.ledger);
  ledger.apply(changes);
  ledger.apply(parts.attended({ ...context, ledger }, spend));
  return ledger.changes;
}
