import type { Json, TurnLog, TurnName } from "@agent-treasury/provider";
import { endedRecord } from "./journal-record.ts";
import { readJournal } from "./read-journal.ts";
import type { TurnMemory } from "./turn-memory.ts";

/** Who would take a turn up. */
export interface Taker {
  readonly writer: string;
  /** Of what is written, milliseconds since 1970. */
  readonly expiresAt: number;
}

/**
 * What a log has of a turn; null when its directive is not there, because it was cut before that was
 * kept, or was erased. Whoever began it and was only slow is told `conflict` from then on.
 */
export async function readOrClose(
  log: TurnLog,
  turn: TurnName,
  taker: Taker,
): Promise<TurnMemory | null> {
  for (;;) {
    const memory = await readJournal(log, turn);
    if (memory.begun !== null) return memory;
    if (memory.sequence > 0) return null;
    const bodies = [endedRecord("")] as unknown as readonly Json[];
    if ((await log.append({ ...turn, ...taker, after: 0, bodies })) === "appended") return null;
  }
}
