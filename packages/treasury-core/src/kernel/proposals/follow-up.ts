import type { Doc } from "@agent-treasury/provider";
import type { SpendingPolicy } from "../judgement/spending-policy.ts";
import type { LedgerState } from "../ledger/ledger-state.ts";
import { proposalFromDoc, proposalToDoc, statusOf } from "./proposal-record.ts";
import { proposalKind, type SpendProposal } from "./proposal.ts";

/** Returns when a proposal that stays pending is reminded of and escalated. */
export function followUpTimes(
  { followUp }: SpendingPolicy,
  now: number,
): Pick<SpendProposal, "remindAt" | "escalateAt"> {
  const after = (ms: number | null | undefined): number | null => (ms == null ? null : now + ms);
  return { remindAt: after(followUp?.remindAfterMs), escalateAt: after(followUp?.escalateAfterMs) };
}

/** Records reminders and escalations whose time has come. */
export function followUpProposals(ledger: LedgerState, now: number): Doc[] {
  const followed: Doc[] = [];
  for (const doc of ledger.openDocs(proposalKind)) {
    if (doc.dueAt === null || doc.dueAt > now || statusOf(doc) !== "pending") continue;
    const proposal = proposalFromDoc(doc);
    const { remindAt, escalateAt } = proposal;
    followed.push(
      proposalToDoc({
        ...proposal,
        ...(remindAt !== null && remindAt <= now && { remindAt: null, remindedAt: now }),
        ...(escalateAt !== null && escalateAt <= now && { escalateAt: null, escalatedAt: now }),
      }),
    );
  }
  return followed;
}
