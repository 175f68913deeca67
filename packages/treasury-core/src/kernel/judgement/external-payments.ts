import type { Micros, PaymentQuote } from "@agent-treasury/provider";
import type { SpendProposal } from "../proposals/proposal.ts";
import type { HoldChoice } from "./hold-terms.ts";

/** What pays approved spends outside of the ledger. */
export interface ExternalPayments {
  /** What pays spends without a quote. */
  readonly defaultRail: string;
  /** The rail that would pay, whether or not it is connected. */
  railOf(quote: PaymentQuote | null): string;
  newChoice(): HoldChoice;
  /** Pays the spend that `commit` approves. */
  carryOut(
    workspaceId: string,
    commit: (choose: HoldChoice) => Promise<SpendProposal>,
  ): Promise<SpendProposal>;
  /** Returns why a spend cannot be paid now. Null if it can, or without a test for it. */
  preflight(
    workspaceId: string,
    spend: Pick<SpendProposal, "id" | "amount" | "vendor">,
    quote: PaymentQuote | null,
  ): Promise<string | null>;
  /** As `preflight`, for a pending proposal. */
  preflightDecision(
    workspaceId: string,
    proposalId: string,
    approvedAmount: Micros | null,
  ): Promise<string | null>;
}
