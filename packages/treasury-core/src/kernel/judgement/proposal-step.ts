import type { Changes } from "../ledger/command.ts";
import type { SpendProposal } from "../proposals/proposal.ts";

/** A proposal after a command, and what the command changes. */
export interface ProposalStep {
  readonly proposal: SpendProposal;
  readonly changes: Changes;
}
