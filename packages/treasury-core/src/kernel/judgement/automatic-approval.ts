import { Micros } from "@agent-treasury/provider";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { proposalFromDoc, statusOf } from "../proposals/proposal-record.ts";
import { amountHeld, proposalKind, type SpendProposal } from "../proposals/proposal.ts";
import type { Judgement } from "./judgement.ts";
import type { SpendContext } from "./spend-context.ts";
import { autoApproveDailyOf, limitsOf } from "./spending-terms.ts";

/** Returns whether policy approves a spend. */
export function mayApproveItself(
  { ledger, policy }: SpendContext,
  { verdict, amount }: SpendProposal,
  judgement: Judgement,
  usedToday: Micros,
): boolean {
  const { isSmall = false, isAllowed = false } = judgement.granted;
  const limits = limitsOf(ledger.head.account, policy);
  return (
    verdict === "safe" &&
    (isSmall || isAllowed) &&
    judgement.person === null &&
    Micros.add(usedToday, amount) <= autoApproveDailyOf(limits, policy)
  );
}

/** Returns today's auto-approved amount, including earlier amounts that are still held. */
export function automaticToday(ledger: LedgerState): Micros {
  let sum = ledger.head.account.autoApprovedToday;
  for (const doc of ledger.openDocs(proposalKind)) {
    if (statusOf(doc) !== "approved") continue;
    const spend = proposalFromDoc(doc);
    if (spend.autoApproved) sum = Micros.add(sum, amountHeld(spend));
  }
  return sum;
}
