import { TreasuryError, type TurnLog, type TurnName } from "@agent-treasury/provider";
import type { Engine } from "../../treasury/engine.ts";
import { type JournalRecord, journalVersion } from "./journal-record.ts";
import { TurnMemory } from "./turn-memory.ts";

const pageSize = 500;

/** Where the turns of a treasury are kept; `createTreasury` sees to it that there is one. */
export function turnLogOf({ storage }: Engine): TurnLog {
  if (storage.turnLog !== undefined) return storage.turnLog;
  throw new TreasuryError("storage_error", `The storage ${storage.name} keeps no turns.`);
}

/** Applies what a log has of a turn beyond what the memory knows. Returns whether there was anything. */
export async function readOn(log: TurnLog, turn: TurnName, memory: TurnMemory): Promise<boolean> {
  const known = memory.sequence;
  for (;;) {
    const page = await log.read(turn, memory.sequence, pageSize);
    for (const { sequence, body } of page) {
      const record = body as unknown as JournalRecord;
      if (record.kind === "begun" && record.version > journalVersion) {
        throw new TreasuryError("turn_failed", "A newer release began this turn.");
      }
      memory.apply(record, sequence);
    }
    if (page.length < pageSize) return memory.sequence > known;
  }
}

/** What a log has of a turn; an empty memory when it has nothing. */
export async function readJournal(log: TurnLog, turn: TurnName): Promise<TurnMemory> {
  const memory = new TurnMemory();
  await readOn(log, turn, memory);
  return memory;
}
