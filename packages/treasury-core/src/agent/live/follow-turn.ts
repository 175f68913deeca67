import { TreasuryError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Storage } from "../../ports/storage.ts";
import type { TurnLog, TurnName } from "../../ports/turn-log.ts";
import { readOn } from "../journal/read-journal.ts";
import type { TurnMemory } from "../journal/turn-memory.ts";
import { readTurn } from "../lease/turn-document.ts";

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
 * Reads a turn that another process runs until it rests; gives the memory whenever there is news, the
 * first time at once.
 *
 * @throws TreasuryError `turn_not_found`, and `turn_failed` when nobody has run it for long.
 */
export async function* followTurn(
  { storage, log, clock }: FollowParts,
  turn: TurnName,
  memory: TurnMemory,
  signal: AbortSignal,
): AsyncGenerator<TurnMemory> {
  let pauseMs = shortestPauseMs;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const isNew = await readOn(log, turn, memory);
    if (isNew || isFirst) yield memory;
    if (memory.ended !== null) return;
    const { document, storageNow } = await readTurn(storage, turn);
    if (document === null) throw turnNotFound(turn);
    if (memory.waits !== null && document.status !== "running") return;
    const isLeft = document.status !== "running" || storageNow > document.leaseEndsAt;
    if (memory.waits !== null && isLeft) return;
    if (isLeft && storageNow > document.leaseEndsAt + patienceMs) {
      throw new TreasuryError("turn_failed", "Nobody runs the turn any more.");
    }
    pauseMs = isNew ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}

/** The refusal of a turn that is not there. */
export function turnNotFound({ workspaceId, turnId }: TurnName): TreasuryError {
  return new TreasuryError(
    "turn_not_found",
    `There is no turn ${JSON.stringify(turnId)} in workspace ${workspaceId}.`,
  );
}
