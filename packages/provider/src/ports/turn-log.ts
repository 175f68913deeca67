import type { Json } from "./json.ts";

/** Identifies a turn. Turn ids are 128 random bits, scoped to one workspace. */
export interface TurnName {
  readonly workspaceId: string;
  readonly turnId: string;
}

/** One record of a turn's state. Opaque to the log. */
export interface TurnRecord {
  /** Starts at 1, increases by one, without gaps. */
  readonly sequence: number;
  readonly body: Json;
}

/** Records to append atomically. */
export interface TurnAppend extends TurnName {
  /**
   * 128 random bits that identify the current runner of the turn. Distinguishes a repeated append
   * from another writer's append with equal content.
   */
  readonly writer: string;
  /** The sequence of the last record known to the writer, or 0 before the first. */
  readonly after: number;
  /** 1 to 100 records. */
  readonly bodies: readonly Json[];
  /**
   * Whole milliseconds since 1970. Once the newest record's time has passed, `sweep` may remove the
   * turn.
   */
  readonly expiresAt: number;
}

/**
 * Stores the records of turns, separately from commits. An interrupted turn resumes from its
 * records, and streams read them.
 *
 * Any number of processes may use one log. If two writers append after the same record, one
 * receives `conflict` and has lost the turn. A writer that appends the intent of a call before
 * running it is therefore the only one that runs it.
 *
 * Text passed to a log is well-formed and without U+0000. Methods reject with a `TreasuryError` of
 * code `storage_error` if the log is unavailable or the result of an append is unknown. Retry such
 * an append unchanged.
 *
 * Conformance suite: `turnLogConformance` in `@agent-treasury/testing`.
 */
export interface TurnLog {
  readonly specificationVersion: "1";
  /** For messages: `memory`, `sqlite`, `postgres`. */
  readonly name: string;

  /**
   * Appends records after the record with sequence `after`. They are durable once it resolves with
   * `appended`. Repeating the same append (same writer, position and bodies) also returns
   * `appended`, even if other records followed.
   *
   * Returns `conflict`, without writing, if the record with sequence `after` is missing or not the
   * newest, and the records after it are not exactly these. Rejects an append that contradicts
   * itself (see `assertAppendable`), without writing.
   */
  append(records: TurnAppend): Promise<"appended" | "conflict">;

  /**
   * Reads at most `limit` records of a turn after the sequence `after`, oldest first. Appends of
   * other processes are visible once they have resolved. Empty for an unknown turn.
   */
  read(turn: TurnName, after: number, limit: number): Promise<readonly TurnRecord[]>;

  /**
   * Removes the turns of a workspace whose newest record was appended before `before` (milliseconds
   * since 1970, by the log's clock), for example on a person's request. A process that runs one of
   * them receives `conflict` at its next append. Returns the number of removed records.
   */
  erase(workspaceId: string, before: number): Promise<number>;

  /**
   * Removes at most `limit` records of turns whose newest record has expired as of `now`, oldest
   * first. A turn whose records do not start with sequence 1 is therefore partly removed. Returns
   * the number removed. Call it again while that equals `limit`. A treasury calls it after a
   * commit, at most once an hour.
   */
  sweep(now: number, limit: number): Promise<number>;
}
