import {
  TreasuryError,
  type Clock,
  type Storage,
  type TurnLog,
  type TurnName,
} from "@agent-treasury/provider";
import { readOn } from "../journal/read-journal.ts";
import type { TurnMemory } from "../journal/turn-memory.ts";
import { type TurnDocument, readTurn } from "../lease/turn-document.ts";

const shortestPauseMs = 25;
const longestPauseMs = 1_000;
/** How long a turn may be without anybody who runs it before whoever waits for it is told so. */
const patienceMs = 120_000;

/** What following a turn needs. */
export interface FollowParts {
  readonly storage: Storage;
  readonly log: TurnLog;
  readonly clock: Clock;
}

/**
 * Reads a turn that another process runs until it rests, and tells whenever there is news. The document
 * is read before the log: what it says of the turn's rest is in the log by then.
 *
 * @throws TreasuryError `turn_not_found`, and `turn_failed` when nobody has run it for long.
 */
export async function followTurn(
  { storage, log, clock }: FollowParts,
  turn: TurnName,
  memory: TurnMemory,
  onNews: () => void,
  signal: AbortSignal,
): Promise<void> {
  let pauseMs = shortestPauseMs;
  while (!signal.aborted) {
    const { document, storageNow } = await readTurn(storage, turn);
    const isNew = await readOn(log, turn, memory);
    if (isNew) onNews();
    if (memory.ended !== null && memory.begun !== null) return;
    if (document === null || document.status === "done") throw turnNotFound(turn);
    if (memory.waits !== null && rests(document, storageNow)) return;
    if (document.status === "running" && storageNow > document.leaseEndsAt + patienceMs) {
      throw new TreasuryError("turn_failed", "Nobody runs the turn any more.");
    }
    pauseMs = isNew ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}

/** Whether a turn that waits by its records rests, or was taken up and its next record is still to come. */
function rests({ status, waitsFor, leaseEndsAt }: TurnDocument, storageNow: number): boolean {
  if (status !== "running") return true;
  // Its process was gone between its last record and the lease; one that was resumed names what it had waited for.
  return waitsFor.length === 0 && storageNow > leaseEndsAt;
}

/** The refusal of a turn that is not there. */
export function turnNotFound({ workspaceId, turnId }: TurnName): TreasuryError {
  return new TreasuryError(
    "turn_not_found",
    `There is no turn ${JSON.stringify(turnId)} in workspace ${workspaceId}.`,
  );
}
