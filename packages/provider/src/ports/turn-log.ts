import type { Json } from "./json.ts";

/** Names a turn. Ids of turns are 128 random bits, and still belong to one workspace. */
export interface TurnName {
  readonly workspaceId: string;
  readonly turnId: string;
}

/** Something that a turn has to remember, in the agent's own form. */
export interface TurnRecord {
  /** 1 for a turn's first record, one more with each; without a gap. */
  readonly sequence: number;
  readonly body: Json;
}

/** Records to be written one after another, all of them or none. */
export interface TurnAppend extends TurnName {
  /**
   * 128 random bits that name whoever runs the turn now: another writer's records are never taken for
   * these, even if they say the same.
   */
  readonly writer: string;
  /** The sequence of the last record that the writer knows; 0 before the first. */
  readonly after: number;
  /** At least one, at most 100. */
  readonly bodies: readonly Json[];
  /** Milliseconds since 1970, whole ones. Past that of its newest record `sweep` may remove the turn. */
  readonly expiresAt: number;
}

/**
 * Keeps what a turn did, beside the money and outside of its commits: a turn that was cut goes on from
 * its records, and whoever watches it reads them.
 *
 * Any number of processes may use one log. It settles their races by the place of a record: of two
 * writers that append after the same record, one is told `conflict`, and has lost the turn. So a writer
 * that keeps the intent of a call before it runs the call is the only one that runs it.
 *
 * Text is well-formed and without U+0000 when it gets here. Methods reject with a `TreasuryError` of
 * code `storage_error` when the log cannot be asked, or when nobody knows whether an append landed; an
 * append is then sent again as it was.
 *
 * Source of the conformance suite: `turnLogConformance` in `@agent-treasury/testing`.
 */
export interface TurnLog {
  readonly specificationVersion: "1";
  /** For messages: `memory`, `sqlite`, `postgres`. */
  readonly name: string;

  /**
   * Writes records after the one of sequence `after`; durable once answered `appended`. That is also
   * the answer to the same append sent again (same writer, place and bodies), however much followed it.
   *
   * `conflict` when the record of sequence `after` is not the newest, or not there any more, and what
   * follows it are not these very records. Nothing was written then. An append that contradicts itself
   * (see `assertAppendable`) rejects, and nothing was written either.
   */
  append(records: TurnAppend): Promise<"appended" | "conflict">;

  /**
   * At most `limit` records of a turn beyond the sequence `after`, oldest first. What another process
   * appended is there as soon as that was answered. Nothing for a turn that nobody began.
   */
  read(turn: TurnName, after: number, limit: number): Promise<readonly TurnRecord[]>;

  /**
   * Removes the turns of a workspace whose newest record was appended before `before`, milliseconds
   * since 1970 by the log's clock, for example because a person asked for it. Whoever runs one of them
   * is told `conflict` at its next append. Returns how many records it removed.
   */
  erase(workspaceId: string, before: number): Promise<number>;

  /**
   * Removes at most `limit` records of turns whose newest record is past its `expiresAt`, as of `now`;
   * a turn's oldest first, so what does not begin with sequence 1 is on its way out. Returns how many
   * it removed; call again while that equals `limit`. A treasury calls it by itself, after a commit and
   * at most once an hour.
   */
  sweep(now: number, limit: number): Promise<number>;
}
