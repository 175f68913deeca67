import type { DraftReplay, ReplayReport } from "@agent-treasury/contract";
import { isTreasuryError } from "@agent-treasury/provider";
import type { Engine } from "../../../kernel/engine.ts";
import { dueDocs } from "../../../kernel/ledger/due-docs.ts";
import { timestamp } from "../../../kernel/ledger/timestamp.ts";
import { type LoadReplay, reportOf } from "../replay/replay-module.ts";
import { readStoredRules } from "../rule-set-doc.ts";
import { type ClaimedDraft, claimDraft, recordReplay } from "./draft-commands.ts";
import { draftKind } from "./draft-doc.ts";

const dayMs = 86_400_000;
const maximumChanges = 100;
/** A replay that began before this time is finished. */
const longestPassMs = 60_000;

/**
 * Replays due drafts one after the other until the signal aborts. Each is replayed by one process.
 * Those that a pass has no time for remain due.
 */
export async function replayDueDrafts(
  engine: Engine,
  load: LoadReplay,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = engine.clock.monotonic();
  for await (const { workspaceId } of dueDocs(engine, [draftKind], signal)) {
    if (engine.clock.monotonic() - startedAt >= longestPassMs) return;
    try {
      await replayDueDraft(engine, load, workspaceId, signal);
    } catch (error) {
      if (!signal.aborted) engine.report(error);
    }
  }
}

async function replayDueDraft(
  engine: Engine,
  load: LoadReplay,
  workspaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const { committer, identifiers } = engine;
  const run = identifiers.random();
  const claimed = await committer.run(workspaceId, claimDraft(run));
  if (claimed === null) return;
  try {
    const replay = await replayed(engine, load, workspaceId, claimed, signal);
    await committer.run(workspaceId, recordReplay(run, { replay, problem: null }));
  } catch (error) {
    if (signal.aborted) return;
    const problem = isTreasuryError(error) ? error.message : "It failed unexpectedly.";
    await committer.run(workspaceId, recordReplay(run, { replay: null, problem }));
    throw error;
  }
}

async function replayed(
  engine: Engine,
  load: LoadReplay,
  workspaceId: string,
  { draft: { rules, days }, now }: ClaimedDraft,
  signal: AbortSignal,
): Promise<DraftReplay> {
  const { replayOf } = await load();
  const range = { from: now - days * dayMs, to: null };
  const terms = { workspaceId, range, draft: readStoredRules(rules) };
  return draftReplayOf(await reportOf(replayOf(engine, terms, signal)), days, now);
}

function draftReplayOf(report: ReplayReport, days: number, now: number): DraftReplay {
  const { isComplete, spends, changed, unknown, totals, changes } = report;
  return {
    at: timestamp(now),
    days,
    isComplete,
    spends,
    changed,
    unknown,
    totals,
    changes: changes.slice(0, maximumChanges).map(({ proposalId, amountUsd, before, after }) => ({
      proposalId,
      amountUsd,
      before,
      after,
    })),
  };
}
