import { isTreasuryError, type TurnName } from "@agent-treasury/provider";
import { dueDocs } from "../ledger/due-docs.ts";
import type { Engine } from "../treasury/engine.ts";
import { turnKind } from "./lease/turn-document.ts";
import type { RunEnd } from "./live/run-end.ts";

/** What a recovery of turns came to. */
export interface TurnRecovery {
  /** Turns that were taken up. */
  readonly taken: number;
  /** Of those, the ones that are over or wait for people now. */
  readonly rested: number;
  /** How many could not be taken up; the deployment was told why. */
  readonly failed: number;
}

/** Takes up turns whose processes are gone, until the signal aborts. Any number of processes may do so at once. */
export async function recoverTurns(
  engine: Engine,
  signal: AbortSignal,
  takeUp: (turn: TurnName) => Promise<{ readonly end: Promise<RunEnd> | null }>,
): Promise<{ readonly ends: readonly Promise<RunEnd>[]; readonly failed: number }> {
  const ends: Promise<RunEnd>[] = [];
  let failed = 0;
  for await (const { workspaceId, doc } of dueDocs(engine, turnKind, signal)) {
    try {
      const { end } = await takeUp({ workspaceId, turnId: doc.id });
      if (end !== null) ends.push(end);
    } catch (error) {
      // This process has as many as it may, or ends: the others are for the next time, or for another one.
      if (isCode(error, "too_many_turns") || isCode(error, "shutting_down")) break;
      if (isCode(error, "turn_in_progress")) continue;
      failed += 1;
      engine.report(error);
    }
  }
  return { ends, failed };
}

function isCode(error: unknown, code: string): boolean {
  return isTreasuryError(error) && error.code === code;
}
