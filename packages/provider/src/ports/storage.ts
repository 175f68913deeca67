import type { Commit, CommitOutcome, Doc, Entry, Head, Key } from "./commit.ts";
import type { Json } from "./json.ts";
import type { StorageMoves } from "./storage-moves.ts";
import type { TurnLog } from "./turn-log.ts";

export interface LoadRequest {
  readonly workspaceId: string;
  /** Documents and claims to look up. Missing ones are omitted. */
  readonly keys: readonly Key[];
}

export interface Snapshot {
  /** Null before the first commit. */
  readonly head: Head | null;
  /** Open documents of all epochs, by epoch, ordinal (null first), kind and id. */
  readonly open: readonly Doc[];
  /** Requested documents, open or closed. */
  readonly found: readonly Doc[];
  /** Requested keys that are claimed by the storage's clock, in any epoch. */
  readonly claimed: readonly Key[];
  /** The storage's clock, milliseconds since 1970. */
  readonly storageNow: number;
}

/** The listed documents of one kind, open or closed, newest first by epoch and ordinal. */
export interface DocPage {
  readonly kind: string;
  /** Exclusive. Null starts with the newest. */
  readonly before: { readonly epoch: number; readonly ordinal: bigint } | null;
  readonly limit: number;
}

export interface EntryPage {
  /** `newest`: descending. `oldest`: ascending. */
  readonly order: "newest" | "oldest";
  /** Exclusive. Null starts at the first in that order. */
  readonly beyond: bigint | null;
  readonly limit: number;
}

/** A workspace at one moment, with entries and documents of all epochs. */
export interface View {
  readonly head: Head | null;
  readonly open: readonly Doc[];
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
  readonly storageNow: number;
}

export interface DueDoc {
  readonly workspaceId: string;
  readonly doc: Doc;
}

export interface DuePlace extends Key {
  readonly dueAt: number;
  readonly workspaceId: string;
}

/** One item of `copy`. */
export type CopiedPart =
  | { readonly kind: "head"; readonly head: Head }
  | { readonly kind: "doc"; readonly doc: Doc }
  | { readonly kind: "entry"; readonly entry: Entry };

/** A new body for the entry with this sequence and hash. */
export interface EntryRewrite {
  readonly sequence: bigint;
  readonly hash: string;
  readonly body: Json;
}

/**
 * Stores documents, entries and a head for each workspace, without interpreting them.
 *
 * Any number of processes may use one storage. Commits use optimistic concurrency: they are atomic,
 * durable once they resolve, and rejected if the workspace's version has changed. No lock is held
 * longer than a call, and only `copy` holds a transaction while awaiting the caller.
 *
 * Text is well-formed and without U+0000. Methods reject with a `TreasuryError` of code
 * `storage_error` only if the storage is unavailable. `commit` returns `unclear` if the result is
 * unknown.
 *
 * Conformance suite: `storageConformance` in `@agent-treasury/testing`.
 */
export interface Storage {
  readonly specificationVersion: "2";
  readonly name: string;
  /** The database as OpenTelemetry's conventions name it in spans. */
  readonly database?: { readonly system: string; readonly namespace: string };
  /** Without a turn log, turns do not survive a restart of the process. */
  readonly turnLog?: TurnLog;
  /**
   * Into how many workspaces the service spreads records that it keeps for all workspaces together,
   * such as the positions of a consumer of events, because each workspace of this storage has its
   * own limits. Fixed for a database. Default: one.
   */
  readonly recordsSpread?: number;
  /** Without it, `agent-treasury move` does not support the storage. */
  readonly moves?: StorageMoves;

  /**
   * Reads workspaces, each at one moment, in the order of the requests. May be retried, and may run
   * concurrently.
   */
  load(requests: readonly LoadRequest[]): Promise<readonly Snapshot[]>;

  /**
   * Commits each item independently, with outcomes in the same order. A workspace may occur once in
   * a call.
   *
   * A repeated commit (same id, version and content) returns `committed` for at least a day if it
   * succeeded, even after later commits. Claims and documents to create are checked against every
   * epoch. If the promise rejects, nothing was written.
   */
  commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]>;

  /**
   * Loads a workspace, calls `decide`, and commits its result while other commits to the workspace
   * wait. Used if many processes write to a workspace, where optimistic commits would favour the
   * process with the lowest latency. Resolves with null, without writing, if `decide` returns null.
   *
   * `decide` is synchronous and returns a commit based on the snapshot. It may be called again with
   * a newer snapshot after a rollback. The outcome belongs to its last result. If it throws,
   * nothing is written and the promise rejects with that error. Without a head there may be nothing
   * to lock, so `conflict` is possible. Settle `unclear` by sending the same commit through
   * `commit`.
   *
   * Optional. Without it, writers back off and retry.
   */
  exclusive?(
    request: LoadRequest,
    decide: (snapshot: Snapshot) => Commit | null,
  ): Promise<CommitOutcome | null>;

  /** Reads a page of documents and a page of entries at one moment. */
  view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View>;

  /**
   * Lists documents of these kinds, of all workspaces and epochs, with `dueAt` at or before `now`,
   * by `dueAt`, workspace, kind and id, after the end of an earlier page. Reads only documents of
   * these kinds, because millions of another kind may be due.
   */
  due(
    now: number,
    after: DuePlace | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly DueDoc[]>;

  /** Lists ids of workspaces with a head, in ascending code-unit order. */
  workspaces(after: string | null, limit: number): Promise<readonly string[]>;

  /**
   * Lists ids of workspaces that have an open document of one of these kinds, in any epoch. The
   * order is that of `workspaces`. Needs an index, because few workspaces have one.
   *
   * Optional. Without it, the inbox loads every workspace.
   */
  workspacesWithOpen?(
    after: string | null,
    limit: number,
    kinds: readonly string[],
  ): Promise<readonly string[]>;

  /**
   * Removes at most `limit` expired claims, expired closed documents, and commit ids older than a
   * day. Returns the number. Call it again while that equals `limit`. A treasury calls it after a
   * commit, at most once an hour.
   */
  purge(now: number, limit: number): Promise<number>;

  /**
   * Reads a whole workspace at one moment: its head, documents by kind and id (code units), and
   * entries by sequence. Empty without a head. Holds some hundred items in memory and does not
   * block commits. Consume it quickly, because until it ends the database retains replaced rows, and
   * call no storage meanwhile, because it may hold the only connection.
   */
  copy(workspaceId: string): AsyncIterable<CopiedPart>;

  /**
   * Replaces the bodies of entries, to erase text. All replacements are in one transaction. Missing
   * entries and those with another hash are skipped. Returns the number replaced. May be repeated.
   * The head's version remains, so concurrent commits are not affected. Old bodies are overwritten
   * as far as the database allows.
   *
   * The caller ensures that the hashes still verify.
   */
  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number>;

  /**
   * Lists replicas without the newest commit of a workspace, after another attempt to write them.
   *
   * Optional. Without it, every reader sees a commit once it resolves.
   */
  behind?(workspaceId: string): Promise<readonly string[]>;

  /**
   * Rejects if writing is impossible until the cause is corrected, for example because the database
   * file was removed, or with `storage_moved` because all workspaces were moved to another storage.
   * `GET /health` calls it, so it must be cheap.
   *
   * Optional. Without it, `/health` does not check the storage.
   */
  check?(): Promise<void>;

  /** Waits for running calls, then closes files and connections. May be called twice. */
  close(): Promise<void>;
}
