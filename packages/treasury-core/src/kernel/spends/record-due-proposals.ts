import type { Engine } from "../engine.ts";
import { type Command, changesOn } from "../ledger/command.ts";
import { dueDocs } from "../ledger/due-docs.ts";
import { followUpProposals } from "../proposals/follow-up.ts";
import { holdsMoney } from "../proposals/proposal-record.ts";
import { proposalKind } from "../proposals/proposal.ts";

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
  reads: [],
  reduce: (ledger, now) => {
    const put = followUpProposals(ledger, now);
    if (put.length === 0) return { kind: "unchanged", answer: null };
    return { kind: "changed", answer: null, changes: changesOn(ledger, { put }) };
  },
};
