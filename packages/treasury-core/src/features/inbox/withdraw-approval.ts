import type { Proposal } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { openProposalDocs, withEvidence } from "../../kernel/approvals/approval-evidence.ts";
import { lowestAmount } from "../../kernel/approvals/approval-record.ts";
import { isStanding } from "../../kernel/approvals/back-spend.ts";
import type { Engine } from "../../kernel/engine.ts";
import { keyedCommand, type KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { changed, type Command, unchanged } from "../../kernel/ledger/command.ts";
import type { Operator } from "../../kernel/ledger/operator.ts";
import { presentProposal, proposalOf } from "../../kernel/proposals/proposal-record.ts";
import { proposalKey, type SpendProposal } from "../../kernel/proposals/proposal.ts";
import { proposalToWire } from "../../kernel/views/wire.ts";

/** Withdraws a person's own approval, which is possible while others are missing. */
export async function withdrawApproval(
  engine: Engine,
  workspaceId: string,
  proposalId: string,
  operator: Operator,
  keyed: KeyedRequest | null = null,
): Promise<Proposal> {
  const command = withdrawal(proposalId, operator);
  const once = keyedCommand(command, keyed, (ledger) => proposalOf(ledger, proposalId));
  return proposalToWire(workspaceId, await engine.committer.run(workspaceId, once));
}

export function withdrawal(proposalId: string, { id }: Operator): Command<SpendProposal> {
  return {
    name: "withdraw_approval",
    reads: [proposalKey(proposalId)],
    reduce: (ledger) => {
      const proposal = presentProposal(ledger, proposalId);
      if (proposal.status !== "pending") {
        const message = `The proposal is ${proposal.status}, so no approval can be withdrawn.`;
        throw new TreasuryError("already_decided", message);
      }
      const complete = withEvidence(ledger, proposal);
      const given = complete.ruling.approvals;
      // Approvals without sign-in belong to unknown persons. Standing approvals are revoked.
      const approvals = given.filter(
        (approval) => id === null || approval.id !== id || isStanding(approval),
      );
      if (approvals.length === given.length) return unchanged(proposal);
      const answer: SpendProposal = {
        ...complete,
        approvedAmount: lowestAmount(approvals),
        ruling: { ...complete.ruling, approvals },
      };
      return changed(ledger, answer, { put: openProposalDocs(answer) });
    },
  };
}
