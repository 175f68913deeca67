import { isTreasuryError, type PaidResource } from "@agent-treasury/provider";
import { changesOn, type Command, refused } from "../../../kernel/ledger/command.ts";
import { findProposal, proposalToDoc } from "../../../kernel/proposals/proposal-record.ts";
import { proposalKey } from "../../../kernel/proposals/proposal.ts";
import { resourceKey, resourceToDoc } from "./resource-doc.ts";

/**
 * Stores what was bought, once. Precedes the record of the payment, so that a process that exits in
 * between does not lose it.
 */
export function storeResource(proposalId: string, resource: PaidResource): Command<null> {
  return {
    name: "store_resource",
    reads: [proposalKey(proposalId)],
    creates: [resourceKey(proposalId)],
    reduce: (ledger, now) => {
      const spend = findProposal(ledger, proposalId);
      if (isTreasuryError(spend)) return refused(spend);
      if (spend.hasResource || ledger.doc(resourceKey(proposalId)) !== undefined) {
        return { kind: "unchanged", answer: null };
      }
      const doc = resourceToDoc(proposalId, spend.epoch, resource, now);
      const put = [proposalToDoc({ ...spend, hasResource: true }), doc];
      return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
    },
  };
}
