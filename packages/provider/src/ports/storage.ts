import type { Micros } from "../money/micros.ts";
import type { Json } from "./json.ts";
import type { TurnLog } from "./turn-log.ts";

/**
 * Identifies a document or a claim within one workspace. Documents and claims have separate
 * namespaces: one of each may have the same key.
 */
export interface Key {
  /** For example `proposal`, or `deposit` for the claim on a processor's session. */
  readonly kind: string;
  readonly id: string;
}

/** The current state of a workspace. Every commit replaces it after comparing `version`. */
export interface Head {
  readonly workspaceId: string;
  /** 0 before the first commit, increased by one with each. Never decreases, also not at a reset. */
  readonly version: bigint;
  /** Number of the ledger's epoch: 1 at first, increased by one with each reset. */
  readonly epoch: number;
  /** Sequence of the newest entry, or 0 if there is none. Continues across epochs. */
  readonly sequence: bigint;
  /** Lower-case hexadecimal SHA-256 of the newest entry, or of the epoch's genesis. */
  readonly lastHash: string;
  /** Running totals and settings. Opaque to the storage. */
  readonly account: Json;
}

/** A mutable record that is replaced as a whole: a proposal, a lease, an audit record. */
export interface Doc extends Key {
  readonly epoch: number;
  /** Position in listings of its kind and epoch, highest is newest. Null if it is never listed. */
  readonly ordinal: bigint | null;
  /** Pending or held. Open documents are loaded with the head at every load. Some hundred at most. */
  readonly open: boolean;
  /** When `due` returns it, in milliseconds since 1970. Null for never. */
  readonly dueAt: number | null;
  /** When `sweep` may remove it, in milliseconds since 1970. Null for never. */
  readonly expiresAt: number | null;
  readonly body: Json;
}

/**
 * One ledger entry with a positive or negative amount. Append-only: only `rewriteEntries` changes a
 * body.
 */
export interface Entry {
  readonly epoch: number;
  readonly sequence: bigint;
  readonly amount: Micros;
  /** The balance after this entry. */
  readonly balance: Micros;
  readonly previousHash: string;
  readonly hash: string;
  readonly body: Json;
}

/** A request to load one workspace. */
export interface LoadRequest {
  readonly workspaceId: string;
  /** Documents and claims to look up in addition to the open documents. Missing ones are omitted. */
  readonly keys: readonly Key[];
}

/** A workspace at one moment. */
export interface Snapshot {
  /** Null before the first commit. */
  readonly head: Head | null;
  /** All open documents of all epochs, ordered by epoch, ordinal (null first), kind and id. */
  readonly open: readonly Doc[];
  /** Documents with a requested key, open or closed. */
  readonly found: readonly Doc[];
  /** Requested keys with an active claim by the storage's clock, of any epoch. */
  readonly claimed: readonly Key[];
  /** The storage's clock, milliseconds since 1970. */
  readonly storageNow: number;
}

/** A unique key to claim. The commit fails if the key is already claimed. */
export interface Claim {
  readonly key: Key;
  /** When the key becomes free, by the storage's clock, in milliseconds since 1970. Null for never. */
  readonly expiresAt: number | null;
}

/** All changes to one workspace that become durable together. */
export interface Commit {
  /** 128 random bits, stored with the resulting version so that a repeated commit is recognised. */
  readonly id: string;
  readonly workspaceId: string;
  /** The version that the changes were computed from, or 0 without a head. */
  readonly expectedVersion: bigint;
  /**
   * The new head, with `version` one above `expectedVersion`. Null for a read-only commit that only
   * compares the version.
   */
  readonly next: Head | null;
  readonly entries: readonly Entry[];
  /** Documents to insert or replace. Each key occurs at most once. */
  readonly put: readonly Doc[];
  /**
   * Documents to insert. The commit fails if one exists, open or closed, in any epoch. Each key
   * occurs at most once in `create` and `put` together.
   */
  readonly create: readonly Doc[];
  /**
   * Each key occurs at most once, because two commands of a group must not both succeed with the
   * same claim.
   */
  readonly claim: readonly Claim[];
}

/** The outcome of a commit. */
export type CommitOutcome =
  /**
   * Durable, now or by an earlier attempt with the same commit. With `next: null`: the version
   * matches.
   */
  | { readonly kind: "committed" }
  /**
   * The version changed. Load and compute again. Takes precedence over `exists`. Nothing was
   * written.
   */
  | { readonly kind: "conflict" }
  /**
   * These keys are already claimed, or documents to create already exist: first the claims, then
   * the documents, each in the order of the commit. Nothing was written.
   */
  | { readonly kind: "exists"; readonly keys: readonly Key[] }
  /** The result is unknown. Send the same commit again before computing another one. */
  | { readonly kind: "unclear"; readonly cause: unknown }
  /**
   * The commit can never succeed: the database cannot store a value, an entry's sequence is taken,
   * or the commit contradicts itself (see `commitFlaw`). Nothing was written.
   */
  | { readonly kind: "rejected"; readonly cause: unknown };

/** A page of the listed documents of one kind, open or closed, newest first by epoch and ordinal. */
export interface DocPage {
  readonly kind: string;
  /** Only documents before this position. Null starts with the newest. */
  readonly before: { readonly epoch: number; readonly ordinal: bigint } | null;
  /** The maximum number of documents. May be 0. */
  readonly limit: number;
}

export interface EntryPage {
  /** `newest`: descending from the head. `oldest`: ascending from the first. */
  readonly order: "newest" | "oldest";
  /** Only entries beyond this sequence in that order. Null starts at the first in that order. */
  readonly beyond: bigint | null;
  /** The maximum number of entries. May be 0. */
  readonly limit: number;
}

/** A workspace at one moment, for reading. Contains entries and documents of all epochs. */
export interface View {
  readonly head: Head | null;
  readonly open: readonly Doc[];
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
  readonly storageNow: number;
}

/** A due document and its workspace. */
export interface DueDoc {
  readonly workspaceId: string;
  readonly doc: Doc;
}

/** Position of the last document on a page of due documents. */
export interface DuePlace extends Key {
  readonly dueAt: number;
  readonly workspaceId: string;
}

/** One item of a workspace as returned by `copy`. */
export type CopiedPart =
  | { readonly kind: "head"; readonly head: Head }
  | { readonly kind: "doc"; readonly doc: Doc }
  | { readonly kind: "entry"; readonly entry: Entry };

/** A replacement body for an entry. The hash identifies the exact entry. */
export interface EntryRewrite {
  readonly sequence: bigint;
  readonly hash: string;
  readonly body: Json;
}

/**
 * Stores documents, entries and a head for each workspace, without interpreting them.
 *
 * Any number of processes may use one storage. Concurrency control is optimistic: a commit is
 * atomic, durable once it resolves, and rejected if the workspace's version has changed. No lock is
 * held longer than a call, and no method except `copy` holds a transaction while awaiting the
 * caller.
 *
 * Text passed to a storage is well-formed and without U+0000. Methods reject with a `TreasuryError`
 * of code `storage_error` only if the storage is unavailable. `commit` returns `unclear` if the
 * result is unknown.
 *
 * Conformance suite: `storageConformance` in `@agent-treasury/testing`.
 */
export interface Storage {
  readonly specificationVersion: "1";
  /** For messages: `memory`, `sqlite`, `postgres`. */
  readonly name: string;
  /** A turn log in the same database. Without one, turns do not survive a restart of the process. */
  readonly turnLog?: TurnLog;

  /**
   * Reads workspaces, each at one moment, in the order of the requests. Read-only. May be retried,
   * and may run concurrently with any method.
   */
  load(requests: readonly LoadRequest[]): Promise<readonly Snapshot[]>;

  /**
   * Commits each item independently. Outcomes are in the order of the commits. A workspace may
   * occur at most once in a call.
   *
   * Sending the same commit again (same id, version and content) returns `committed` if it
   * succeeded before, for at least a day, even after later commits. Claims and documents to create
   * are checked against every epoch. If the promise rejects, nothing was written, for example
   * because a workspace occurs twice.
   */
  commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]>;

  /**
   * Loads a workspace, calls `decide`, and commits its result while other commits to this workspace
   * wait. Intended for workspaces with many writing processes, where optimistic commits would
   * favour the process with the lowest latency. Resolves with null if `decide` returns null.
   * Nothing is written then.
   *
   * `decide` is synchronous and returns a commit of that workspace, based on the snapshot's
   * version. It may be called again with a newer snapshot if a transaction was rolled back. The
   * outcome belongs to its last result. If `decide` throws, nothing is written and the promise
   * rejects with that error. A workspace without a head may have nothing to lock, so `conflict` is
   * possible. Resolve `unclear` by sending the same commit through `commit`.
   *
   * Optional. Without it, writers back off and retry.
   */
  exclusive?(
    request: LoadRequest,
    decide: (snapshot: Snapshot) => Commit | null,
  ): Promise<CommitOutcome | null>;

  /** Reads a page of documents and a page of entries of one workspace at one moment. */
  view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View>;

  /**
   * Lists documents of all workspaces and epochs, open or closed, with `dueAt` at or before `now`,
   * ordered by `dueAt`, workspace, kind and id. Starts after the end of an earlier page, or at the
   * first document if null.
   */
  due(now: number, after: DuePlace | null, limit: number): Promise<readonly DueDoc[]>;

  /** Lists ids of workspaces that have a head, in ascending code-unit order, after `after`. */
  workspaces(after: string | null, limit: number): Promise<readonly string[]>;

  /**
   * Removes at most `limit` expired claims, expired closed documents, and commit ids older than a
   * day. Returns the number removed. Call it again while that equals `limit`. A treasury calls it
   * after a commit, at most once an hour.
   */
  sweep(now: number, limit: number): Promise<number>;

  /**
   * Reads a whole workspace at one moment: its head, all documents by kind and id (code units), and
   * all entries by sequence. Yields nothing without a head. Holds at most some hundred items in
   * memory and does not block commits. Consume it quickly: until the iteration ends, the database
   * retains row versions that were replaced meanwhile.
   */
  copy(workspaceId: string): AsyncIterable<CopiedPart>;

  /**
   * Replaces the bodies of the entries with these sequences and hashes. All replacements are
   * applied in one transaction, durable once the promise resolves. Entries that are missing or have
   * another hash are skipped. Returns the number replaced. May be repeated. The head's version does
   * not change, so concurrent commits are not affected. Old bodies are overwritten as far as the
   * database allows.
   *
   * Used to erase text. The caller ensures that the entry's hash still verifies.
   */
  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number>;

  /**
   * Rejects if the storage cannot be written and retrying will not help, for example because the
   * database file was removed while the process runs. `GET /health` calls it, so it must be cheap.
   *
   * Optional. Without it, `/health` does not check the storage.
   */
  check?(): Promise<void>;

  /** Waits for running calls, then closes files and connections. May be called twice. */
  close(): Promise<void>;
}
