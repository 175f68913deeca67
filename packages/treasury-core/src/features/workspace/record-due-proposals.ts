import type { Doc } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { type Command, changed, unchanged } from "../../kernel/ledger/command.ts";
import { dueDocs } from "../../kernel/ledger/due-docs.ts";
import type { LedgerState } from "../../kernel/ledger/ledger-state.ts";
import {
  holdsMoney,
  proposalFromDoc,
  proposalToDoc,
  statusOf,
} from "../../kernel/proposals/proposal-record.ts";
import { proposalKind } from "../../kernel/proposals/proposal.ts";

/** Records due reminders, escalations and expiries until the signal aborts. */
export async function recordDueProposals(
  engine: Pick<Engine, "storage" | "clock" | "committer" | "report">,
  signal: AbortSignal,
): Promise<void> {
  const seen = new Set<string>();
  for await (const { workspaceId, doc } of dueDocs(engine, [proposalKind], signal)) {
    if (holdsMoney(doc) || seen.has(workspaceId)) continue;
    seen.add(workspaceId);
    try {
      await engine.committer.run(workspaceId, recordDue);
    } catch (error) {
      engine.report(error);
    }
  }
}

/** Every command records expiries before it runs. */
const recordDue: Command<null> = {
  name: "record_due_proposals",
  reduce: (ledger, now) => {
    const put = followUpProposals(ledger, now);
    if (put.length === 0) return unchanged(null);
    return changed(ledger, null, { put });
  },
};

/** Records reminders and escalations whose time has come. */
function followUpProposals(ledger: LedgerState, now: number): Doc[] {
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
