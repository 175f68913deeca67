import { isTreasuryError, type TurnName } from "@agent-treasury/provider";
import type { Engine } from "../../kernel/engine.ts";
import { dueDocs } from "../../kernel/ledger/due-docs.ts";
import { turnKind } from "./lease/turn-document.ts";
import type { RunEnd } from "./turn-settings.ts";

export interface TurnRecovery {
  /** The number of turns that were resumed. */
  readonly taken: number;
  /** The number of resumed turns that are over or wait for approvals. */
  readonly rested: number;
  /** The number of turns that could not be resumed. The errors are reported to the deployment. */
  readonly failed: number;
}

export interface RecoveredRun {
  readonly end: Promise<RunEnd>;
}

export interface RecoveredRuns {
  readonly runs: readonly RecoveredRun[];
  readonly failed: number;
}

/** Resumes turns whose lease has expired. Several processes may do so concurrently. */
export async function recoverTurns(
  engine: Engine,
  signal: AbortSignal,
  recover: (turn: TurnName) => Promise<RecoveredRun | null>,
): Promise<RecoveredRuns> {
  const runs: RecoveredRun[] = [];
  let failed = 0;
  for await (const { workspaceId, doc } of dueDocs(engine, [turnKind], signal)) {
    try {
      const run = await recover({ workspaceId, turnId: doc.id });
      if (run !== null) runs.push(run);
    } catch (error) {
      const code = isTreasuryError(error) ? error.code : null;
      // The next recovery, or another process, resumes the others.
      if (code === "too_many_turns" || code === "shutting_down") break;
      if (code === "turn_in_progress") continue;
      failed += 1;
      engine.report(error);
    }
  }
  return { runs, failed };
}
