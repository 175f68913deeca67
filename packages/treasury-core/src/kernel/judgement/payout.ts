import type { TreasuryError } from "@agent-treasury/provider";
import type { Changes } from "../ledger/command.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { HoldTerms } from "./hold-terms.ts";
import type { Judgement } from "./judgement.ts";
import type { SpendContext } from "./spend-context.ts";

export interface PayoutTerms {
  /** From the executor that would pay. Missing if the entry itself is the payment. */
  readonly hold?: HoldTerms | undefined;
  /** 128 random bits. */
  readonly salt: string;
}

/** A proposal after a command, and what the command changes. */
export interface ProposalStep {
  readonly proposal: SpendProposal;
  readonly changes: Changes;
}

/**
 * How an approved spend ends. What follows its beginning, such as a capture, is a command of its own
 * feature.
 */
export interface Payout {
  readonly id: string;
  /** Whether it ends a spend that names no payout. Missing if it ends only those that name it. */
  ends?(spend: Pick<SpendProposal, "quote">, hold: HoldTerms | undefined): boolean;
  /** Refuses a proposal and an approval. */
  refusal?(ledger: LedgerState, hold: HoldTerms | undefined): TreasuryError | null;
  /** Why no further payment can begin now: a new proposal waits, and an approval is refused. */
  obstacle?(ledger: LedgerState, spend: Pick<SpendProposal, "agentId">): TreasuryError | null;
  /** Runs in the commit of the last approval. Fails a spend that the judgement does not allow. */
  begin(
    context: SpendContext,
    approved: SpendProposal,
    judgement: Judgement,
    terms: PayoutTerms,
  ): ProposalStep;
}
