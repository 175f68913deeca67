import type { Json } from "./json.ts";

/** Heads, entries, documents, claims, ids of commits, and turn records. */
export type MovedTable = "heads" | "entries" | "documents" | "claims" | "commits" | "turn_records";

/** Text (bodies as JSON), an integer (flags as 0 and 1), or null. */
export type MovedValue = string | bigint | null;

/** The key of a row, without the table's remaining columns. See `movedTables`. */
export interface MovedKey {
  readonly table: MovedTable;
  readonly key: readonly MovedValue[];
}

/** A stored row, in the order of its columns in `movedTables`: first those of the key. */
export interface MovedRow {
  readonly table: MovedTable;
  readonly values: readonly MovedValue[];
}

/** A move out of this storage, or into it. */
export type MoveDirection = "out" | "in";

/**
 * `out`:
 * - `sending`: open for use; changed rows are recorded.
 * - `closed`: commits, rewrites and appends of turns fail with `storage_moved`; still recorded.
 * - `moved`: the same permanently, without recording.
 *
 * `in`:
 * - `receiving`: only `write` can write.
 * - `received`: open for use.
 * - `discarded`: abandoned and empty. Never becomes `received`.
 */
export type MoveStage = "sending" | "closed" | "moved" | "receiving" | "received" | "discarded";

export interface MoveState {
  /** 128 random bits, the same in both storages. */
  readonly moveId: string;
  readonly stage: MoveStage;
}

/** A workspace's id, or null for all. Each scope has at most one move in each direction. */
export type MoveScope = string | null;

export interface MoveRecord extends MoveState {
  /** The number of completed calls of `write`. */
  readonly step: number;
  /** The mover's, from the last `write`. */
  readonly progress: Json;
}

export interface MoveChanges {
  /** For `forget`. */
  readonly ids: readonly string[];
  /** The current rows of changed keys, each once. */
  readonly rows: readonly MovedRow[];
  /** Changed keys without a row. */
  readonly removed: readonly MovedKey[];
}

export interface MoveWrite {
  readonly rows: readonly MovedRow[];
  readonly removed: readonly MovedKey[];
  readonly progress: Json;
}

/** Sums per table, which are equal for equal rows. */
export type MoveTotals = Readonly<Record<MovedTable, readonly string[]>>;

/**
 * Moves workspaces to another storage, which may be of another kind. `agent-treasury move` is the
 * mover: it reads all rows while the source is in use, then the rows that changed since, closes the
 * source, reads the last changes, compares, and opens the target.
 *
 * The storage enforces a stage itself, within the transaction of every commit, also against
 * processes of earlier versions and processes that have the database open.
 */
export interface StorageMoves {
  find(direction: MoveDirection, scope: MoveScope): Promise<MoveRecord | null>;

  /**
   * Replaces the state if it is `from`, durably and atomically. Returns whether it was. Null
   * removes the record, or requires that none exists.
   *
   * Once it resolves, no commit that contradicts the new stage can succeed, including commits that
   * were sent before. `receiving` rejects with `storage_error` if the scope has rows; leftovers of
   * a completed move out of this storage are removed. `discarded` removes the rows. A move rejects
   * with `storage_error` at its start if another one contains its workspaces: one out of this
   * storage, or one into it that is `receiving`.
   */
  advance(
    direction: MoveDirection,
    scope: MoveScope,
    from: MoveState | null,
    to: MoveState | null,
  ): Promise<boolean>;

  /** Reads rows by key, after an earlier row's key. */
  read(
    table: MovedTable,
    scope: MoveScope,
    after: readonly MovedValue[] | null,
    limit: number,
  ): Promise<readonly MovedRow[]>;

  /**
   * Reads at most `limit` recorded changes and their rows at one moment. With fewer ids than
   * `limit`, these are all, and a target that has them equals the source at that moment.
   */
  changes(scope: MoveScope, limit: number): Promise<MoveChanges>;

  /**
   * Removes recorded changes, once the target has them. Returns false without removing them if the
   * move out of this storage has a different id, because another process abandoned this one.
   */
  forget(scope: MoveScope, moveId: string, ids: readonly string[]): Promise<boolean>;

  /**
   * Writes rows into a target that is `receiving`, atomically, and increments its step. Returns
   * false without writing if the move's id, stage or step is different, because another process
   * continued the move.
   */
  write(scope: MoveScope, moveId: string, step: number, changes: MoveWrite): Promise<boolean>;

  totals(scope: MoveScope): Promise<MoveTotals>;
}
