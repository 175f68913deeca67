import { isTreasuryError } from "../errors.ts";
import type { DuePlace } from "../ports/storage.ts";
import type { TurnName } from "../ports/turn-log.ts";
import type { Engine } from "../treasury/engine.ts";
import { turnKind } from "./lease/turn-document.ts";
import type { RunEnd } from "./live/live-turn.ts";

const pageSize = 100;

/** What a recovery of turns came to. */
export interface TurnRecovery {
  /** Turns that were taken up. */
  readonly taken: number;
  /** Of those, the ones that are over or wait for people now. */
  readonly rested: number;
  /** How many could not be taken up; the deployment was told why. */
  readonly failed: number;
}

/** Takes up turns whose processes are gone. Any number of processes may do so at once. */
export async function recoverTurns(
  { storage, clock, report }: Engine,
  leaving: AbortSignal,
  takeUp: (turn: TurnName) => Promise<{ readonly end: Promise<RunEnd> | null }>,
): Promise<{ readonly ends: readonly Promise<RunEnd>[]; readonly failed: number }> {
  const ends: Promise<RunEnd>[] = [];
  let failed = 0;
  let after: DuePlace | null = null;
  while (!leaving.aborted) {
    const page = await storage.due(clock.now(), after, pageSize);
    for (const { workspaceId, doc } of page) {
      after = { dueAt: doc.dueAt ?? 0, workspaceId, kind: doc.kind, id: doc.id };
      if (doc.kind !== turnKind) continue;
      try {
        const { end } = await takeUp({ workspaceId, turnId: doc.id });
        if (end !== null) ends.push(end);
      } catch (error) {
        // This process has as many as it may: the others are for the next time, or for another process.
        if (isCode(error, "too_many_turns")) return { ends, failed };
        if (isCode(error, "turn_in_progress")) continue;
        failed += 1;
        report(error);
      }
    }
    if (page.length < pageSize) break;
  }
  return { ends, failed };
}

function isCode(error: unknown, code: string): boolean {
  return isTreasuryError(error) && error.code === code;
}
