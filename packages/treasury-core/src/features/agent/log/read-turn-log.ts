import { TreasuryError, type TurnLog, type TurnName } from "@agent-treasury/provider";
import { fromStored, toStored } from "@agent-treasury/provider/helpers";
import type { Engine } from "../../../kernel/engine.ts";
import { type TurnRecord, endedRecord, recordVersion } from "./turn-record.ts";
import { TurnState } from "./turn-state.ts";

const pageSize = 500;

/** `createTreasury` adds a turn log to a storage that has none. */
export function turnLogOf({ storage }: Engine): TurnLog {
  if (storage.turnLog !== undefined) return storage.turnLog;
  throw new TreasuryError("storage_error", `The storage ${storage.name} has no turn log.`);
}

/** Returns whether there were new records. */
export async function readNewRecords(
  log: TurnLog,
  turn: TurnName,
  state: TurnState,
): Promise<boolean> {
  const known = state.sequence;
  for (;;) {
    const page = await log.read(turn, state.sequence, pageSize);
    for (const { sequence, body } of page) {
      const record = fromStored<TurnRecord>(body);
      if (record.kind === "begun" && record.version > recordVersion) {
        throw new TreasuryError("turn_failed", "A newer release began this turn.");
      }
      state.apply(record, sequence);
    }
    if (page.length < pageSize) return state.sequence > known;
  }
}

export async function readTurnState(log: TurnLog, turn: TurnName): Promise<TurnState> {
  const state = new TurnState();
  await readNewRecords(log, turn, state);
  return state;
}

/**
 * Returns null if the log has no message. Then it also closes the log, so that a slow process that tries to
 * append the message gets `conflict`.
 */
export async function readOrCloseTurn(
  log: TurnLog,
  turn: TurnName,
  writer: string,
  expiresAt: number,
): Promise<TurnState | null> {
  for (;;) {
    const state = await readTurnState(log, turn);
    if (state.begun !== null) return state;
    if (state.sequence > 0) return null;
    const bodies = toStored([endedRecord("")]);
    const closed = await log.append({ ...turn, writer, expiresAt, after: 0, bodies });
    if (closed === "appended") return null;
  }
}
