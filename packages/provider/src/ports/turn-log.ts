import type { Json } from "./json.ts";

/** Turn ids are 128 random bits, scoped to one workspace. */
export interface TurnName {
  readonly workspaceId: string;
  readonly turnId: string;
}

/** A record of a turn's state, opaque to the log. */
export interface TurnRecord {
  /** Starts at 1, increases by one, without gaps. */
  readonly sequence: number;
  readonly body: Json;
}

/** Records to append atomically. */
export interface TurnAppend extends TurnName {
  /**
   * 128 random bits of the turn's runner. Distinguishes a repeated append from another writer's
   * equal records.
   */
  readonly writer: string;
  /** The last sequence known to the writer, or 0. */
  readonly after: number;
  /** 1 to 100 records. */
  readonly bodies: readonly Json[];
  /** Whole milliseconds since 1970. After the newest record's time, `purge` may remove the turn. */
  readonly expiresAt: number;
}

/**
 * Stores the records of turns, separately from commits. Interrupted turns resume from them, and
 * streams read them.
 *
 * Any number of processes may use one log. If two writers append after the same record, one
 * receives `conflict` and has lost the turn. A writer that appends the intent of a call before
 * running it is therefore the only one that runs it.
 *
 * Text is well-formed and without U+0000. Methods reject with a `TreasuryError` of code
 * `storage_error` if the log is unavailable or the result of an append is unknown. Retry such an
 * append unchanged.
 *
 * Conformance suite: `turnLogConformance` in `@agent-treasury/testing`.
 */
export interface TurnLog {
  readonly specificationVersion: "1";
  readonly name: string;

  /**
   * Appends records after the sequence `after`, durable once it resolves with `appended`. A
   * repeated append (same writer, position and bodies) also returns `appended`, even after later
   * records.
   *
   * Returns `conflict`, without writing, if the record `after` is missing or not the newest, and
   * the records after it are not exactly these. Rejects an invalid append (see `assertAppendable`).
   */
  append(records: TurnAppend): Promise<"appended" | "conflict">;

  /**
   * Reads at most `limit` records after `after`, oldest first. Sees appends of other processes once
   * they have resolved. Empty for an unknown turn.
   */
  read(turn: TurnName, after: number, limit: number): Promise<readonly TurnRecord[]>;

  /**
   * Removes the turns whose newest record was appended before `before` (milliseconds since 1970, by
   * the log's clock), for example on a person's request. Their runners receive `conflict` at the
   * next append. Returns the number of records.
   */
  erase(workspaceId: string, before: number): Promise<number>;

  /**
   * Removes at most `limit` records of turns whose newest record has expired as of `now`, oldest
   * first, so a turn that does not start with sequence 1 is partly removed. Returns the number.
   * Call it again while that equals `limit`. A treasury calls it after a commit, at most once an
   * hour.
   */
  purge(now: number, limit: number): Promise<number>;
}
