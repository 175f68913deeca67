import {
  TreasuryError,
  type Json,
  type TurnAppend,
  type TurnLog,
  type TurnName,
  type TurnRecord,
} from "@agent-treasury/provider";
import { assertAppendable } from "@agent-treasury/provider/helpers";
import { keptJson } from "./kept-json.ts";

interface KeptRecord extends TurnRecord {
  readonly writer: string;
  readonly appendedAt: number;
  readonly expiresAt: number;
}

/** Records by sequence, without gaps. Never empty. */
type KeptTurn = KeptRecord[];

export interface MemoryTurnLogDeps {
  readonly now: () => number;
  /** Rejects once the storage is closed. */
  readonly arrive: () => Promise<void>;
}

/** Returned objects are shared and frozen. */
export class MemoryTurnLog implements TurnLog {
  readonly specificationVersion = "1";
  readonly name = "memory";
  readonly #parts: MemoryTurnLogDeps;
  readonly #workspaces: Map<string, Map<string, KeptTurn>> = new Map();

  constructor(parts: MemoryTurnLogDeps) {
    this.#parts = parts;
  }

  async append(asked: TurnAppend): Promise<"appended" | "conflict"> {
    await this.#parts.arrive();
    assertAppendable(asked);
    const added = keptRecords(asked, this.#parts.now());
    const kept = this.#turn(asked);
    if ((kept.at(-1)?.sequence ?? 0) === asked.after) {
      if (kept.length === 0) this.#begin(asked, added);
      else kept.push(...added);
      return "appended";
    }
    return follows(kept, added) ? "appended" : "conflict";
  }

  async read(turn: TurnName, after: number, limit: number): Promise<readonly TurnRecord[]> {
    await this.#parts.arrive();
    return this.#turn(turn)
      .filter(({ sequence }) => sequence > after)
      .slice(0, Math.max(0, limit))
      .map(({ sequence, body }) => ({ sequence, body }));
  }

  async erase(workspaceId: string, before: number): Promise<number> {
    await this.#parts.arrive();
    let removed = 0;
    const turns = this.#workspaces.get(workspaceId) ?? new Map<string, KeptTurn>();
    for (const [turnId, kept] of turns) {
      if ((kept.at(-1)?.appendedAt ?? 0) >= before) continue;
      removed += kept.length;
      this.#keep({ workspaceId, turnId }, []);
    }
    return removed;
  }

  async purge(now: number, limit: number): Promise<number> {
    await this.#parts.arrive();
    let left = limit;
    for (const [workspaceId, turns] of this.#workspaces) {
      for (const [turnId, kept] of turns) {
        if (left <= 0) return limit;
        if ((kept.at(-1)?.expiresAt ?? now) >= now) continue;
        const remaining = kept.slice(left);
        left -= kept.length - remaining.length;
        this.#keep({ workspaceId, turnId }, remaining);
      }
    }
    return limit - left;
  }

  #turn({ workspaceId, turnId }: TurnName): KeptTurn {
    return this.#workspaces.get(workspaceId)?.get(turnId) ?? [];
  }

  #begin({ workspaceId, turnId }: TurnName, records: KeptTurn): void {
    const turns = this.#workspaces.get(workspaceId) ?? new Map<string, KeptTurn>();
    this.#workspaces.set(workspaceId, turns);
    turns.set(turnId, records);
  }

  /** Removes the turn if no records remain. */
  #keep({ workspaceId, turnId }: TurnName, kept: KeptTurn): void {
    const turns = this.#workspaces.get(workspaceId);
    if (kept.length > 0) turns?.set(turnId, kept);
    else turns?.delete(turnId);
    if (turns?.size === 0) this.#workspaces.delete(workspaceId);
  }
}

function keptRecords(asked: TurnAppend, appendedAt: number): KeptTurn {
  const { writer, after, bodies, expiresAt } = asked;
  return bodies.map((body, index) => ({
    sequence: after + 1 + index,
    body: keptBody(body),
    writer,
    appendedAt,
    expiresAt,
  }));
}

function keptBody(body: Json): Json {
  try {
    return keptJson(body);
  } catch (cause) {
    throw new TreasuryError(
      "storage_error",
      "A record of a turn is not JSON. No records were written.",
      {
        cause,
      },
    );
  }
}

/** Whether the records were sent before. */
function follows(kept: KeptTurn, sent: KeptTurn): boolean {
  const bySequence = new Map(kept.map((record) => [record.sequence, record]));
  return sent.every(({ sequence, writer, body }) => {
    const there = bySequence.get(sequence);
    return there?.writer === writer && JSON.stringify(there.body) === JSON.stringify(body);
  });
}
