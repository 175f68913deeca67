import type { Micros } from "../money/micros.ts";
import type { Json } from "./json.ts";
import type { TurnLog } from "./turn-log.ts";

/**
 * Names a document, or a claim, within one workspace. Both share the shape, not the space: a
 * document and a claim may have the same key.
 */
export interface Key {
  /** For example `proposal`, or `deposit` for the claim on a processor's session. */
  readonly kind: string;
  readonly id: string;
}

/** Where a workspace stands. Every commit replaces it, and compares `version` first. */
export interface Head {
  readonly workspaceId: string;
  /** 0 before the first commit, one more with each; never goes back, whatever a reset does. */
  readonly version: bigint;
  /** Which opening of the ledger this is: 1 at first, one more with each reset. */
  readonly epoch: number;
  /** Of the newest entry; 0 when there is none. Carries on across epochs. */
  readonly sequence: bigint;
  /** Lower-case hexadecimal SHA-256 of the newest entry, or of the epoch's genesis. */
  readonly lastHash: string;
  /** Running totals and settings, in the domain's own form. */
  readonly account: Json;
}

/** Something that changes as a whole: a proposal, a lease, an audit record. */
export interface Doc extends Key {
  readonly epoch: number;
  /** Its place in a listing of its kind and epoch, newest is highest; null for what is never listed. */
  readonly ordinal: bigint | null;
  /** Pending or held: loaded with the head at every load. At most some hundred are open at once. */
  readonly open: boolean;
  /** Milliseconds since 1970 at which somebody must look at it, null if nobody must. */
  readonly dueAt: number | null;
  /** Milliseconds since 1970 after which `sweep` may remove it, null to keep it for good. */
  readonly expiresAt: number | null;
  readonly body: Json;
}

/** One signed record of the ledger. Written once; only `rewriteEntries` ever changes its body. */
export interface Entry {
  readonly epoch: number;
  readonly sequence: bigint;
  readonly amount: Micros;
  /** After this entry. */
  readonly balance: Micros;
  readonly previousHash: string;
  readonly hash: string;
  readonly body: Json;
}

/** What a writer asks for. */
export interface LoadRequest {
  readonly workspaceId: string;
  /** Documents and claims to look up beside the open documents; those that do not exist are left out. */
  readonly keys: readonly Key[];
}

/** A workspace at one moment. */
export interface Snapshot {
  /** Null when nothing was ever committed. */
  readonly head: Head | null;
  /** Every open document of every epoch, by epoch, ordinal (null first), kind and id. */
  readonly open: readonly Doc[];
  /** The documents among the requested keys, open or not. */
  readonly found: readonly Doc[];
  /** The requested keys that are claimed by the storage's clock, in whatever epoch. */
  readonly claimed: readonly Key[];
  /** The storage's own clock, milliseconds since 1970. */
  readonly storageNow: number;
}

/** A key to be claimed: refused when it is claimed already. */
export interface Claim {
  readonly key: Key;
  /** Milliseconds since 1970, by the storage's clock, after which the key is free again; null for never. */
  readonly expiresAt: number | null;
}

/** All changes of one workspace that become durable together. */
export interface Commit {
  /** 128 random bits; kept beside the version it made, so that sending it again is recognised. */
  readonly id: string;
  readonly workspaceId: string;
  /** The version that the changes were computed on; 0 when there was no head. */
  readonly expectedVersion: bigint;
  /** The new head, with `version` one above `expectedVersion`; null only compares, and writes nothing. */
  readonly next: Head | null;
  readonly entries: readonly Entry[];
  /** Documents to write, in place of what has their key; a key at most once. */
  readonly put: readonly Doc[];
  /**
   * Documents that must not be there yet, open or closed, in whatever epoch: refused when one is. No
   * key occurs twice in `create` and `put` together.
   */
  readonly create: readonly Doc[];
  /** A key at most once: two commands of a group that claim the same one must not both be done. */
  readonly claim: readonly Claim[];
}

/** What became of a commit. */
export type CommitOutcome =
  /** Durable, now or when the same commit was sent before; or, for `next: null`, the version holds. */
  | { readonly kind: "committed" }
  /** Another commit came first: load, compute anew. Found before `exists`. Nothing was written. */
  | { readonly kind: "conflict" }
  /**
   * These keys were claimed before, or are those of documents to be created that are there: first the
   * claims, then the documents, each in the order of the commit. Nothing was written.
   */
  | { readonly kind: "exists"; readonly keys: readonly Key[] }
  /** Nobody knows whether it landed. Send the same commit again; never compute anew before that. */
  | { readonly kind: "unclear"; readonly cause: unknown }
  /**
   * The storage refuses it whenever it is sent: the database cannot keep a value, an entry's sequence
   * is taken, or the commit contradicts itself (see `commitFlaw`). Nothing was written.
   */
  | { readonly kind: "rejected"; readonly cause: unknown };

/** A page of one kind's listed documents, open or closed, newest first by epoch and ordinal. */
export interface DocPage {
  readonly kind: string;
  /** Only documents before this place; null begins with the newest. */
  readonly before: { readonly epoch: number; readonly ordinal: bigint } | null;
  /** At most this many; 0 for none. */
  readonly limit: number;
}

/** A page of entries. */
export interface EntryPage {
  /** `newest` walks down from the head, `oldest` up from the first. */
  readonly order: "newest" | "oldest";
  /** Only entries beyond this sequence in that order; null begins at the end that `order` names. */
  readonly beyond: bigint | null;
  /** At most this many; 0 for none. */
  readonly limit: number;
}

/** What a reader sees: one moment, like a snapshot. Entries and documents of every epoch. */
export interface View {
  readonly head: Head | null;
  readonly open: readonly Doc[];
  readonly docs: readonly Doc[];
  readonly entries: readonly Entry[];
  readonly storageNow: number;
}

/** A document that is due, with the workspace that it lives in. */
export interface DueDoc {
  readonly workspaceId: string;
  readonly doc: Doc;
}

/** Where a page of what is due ended. */
export interface DuePlace extends Key {
  readonly dueAt: number;
  readonly workspaceId: string;
}

/** A part of a workspace, as `copy` reads it. */
export type CopiedPart =
  | { readonly kind: "head"; readonly head: Head }
  | { readonly kind: "doc"; readonly doc: Doc }
  | { readonly kind: "entry"; readonly entry: Entry };

/** Another body for an entry. Its hash names the very entry that is meant. */
export interface EntryRewrite {
  readonly sequence: bigint;
  readonly hash: string;
  readonly body: Json;
}

/**
 * Keeps documents, entries and a head for each workspace; knows nothing of what they mean.
 *
 * Any number of processes may use one storage. It settles their races by one promise: a commit is
 * atomic, durable once answered, and refused when the workspace's version moved. Nothing else is
 * locked for longer than a call, and no method but `copy` holds a transaction across an `await` of
 * the caller.
 *
 * Text is well-formed and without U+0000 when it gets here. Methods reject, with a `TreasuryError`
 * of code `storage_error`, only when the storage cannot be asked at all; `commit` answers `unclear` where
 * it may have landed.
 *
 * Source of the conformance suite: `storageConformance` in `@agent-treasury/testing`.
 */
export interface Storage {
  readonly specificationVersion: "1";
  /** For messages: `memory`, `sqlite`, `postgres`. */
  readonly name: string;
  /** Where turns are kept in the same database; without one a turn does not outlive its process. */
  readonly turnLog?: TurnLog;

  /**
   * Reads workspaces, each at one moment, answers in the order of the requests. Writes nothing.
   * May be retried, and may run beside anything else.
   */
  load(requests: readonly LoadRequest[]): Promise<readonly Snapshot[]>;

  /**
   * Commits, each by itself: one that is refused takes no other with it. Outcomes are in the order of
   * the commits. A workspace occurs at most once in a call.
   *
   * Sending the same commit again (same id, version and content) answers `committed` when it had
   * landed, for at least a day, also after later commits. Claims, and documents to be created, are
   * tested against every epoch. A promise that rejects says that nothing was written, for example because a workspace occurs twice.
   */
  commit(commits: readonly Commit[]): Promise<readonly CommitOutcome[]>;

  /**
   * Loads a workspace, asks what to commit, and commits it, while everybody else who would commit to
   * this workspace waits: for a workspace that many processes write to, where comparing and setting
   * would let the nearest one win each time. Answers null when `decide` gives null; nothing is written
   * then.
   *
   * `decide` is synchronous, and gives a commit of that workspace on the version of the snapshot. It may
   * be asked again, on a newer snapshot, when an attempt was undone; the outcome is that of the commit
   * that it gave last. What it throws is what the promise rejects with, and nothing is written. A
   * workspace without a head may have nothing to wait at, so `conflict` stays possible. An `unclear`
   * commit is settled by sending it through `commit`.
   *
   * Optional: a writer without it backs off and tries again.
   */
  exclusive?(
    request: LoadRequest,
    decide: (snapshot: Snapshot) => Commit | null,
  ): Promise<CommitOutcome | null>;

  /** Reads a page of documents and a page of entries of one workspace at one moment. */
  view(workspaceId: string, docPage: DocPage, entryPage: EntryPage): Promise<View>;

  /**
   * Documents with `dueAt` at or before `now`, open or closed, of whatever workspace and epoch, by
   * `dueAt`, workspace, kind and id, after the place that an earlier page ended at; null begins with
   * the first.
   */
  due(now: number, after: DuePlace | null, limit: number): Promise<readonly DueDoc[]>;

  /** Ids of workspaces that have a head, in ascending code-unit order, after `after`. */
  workspaces(after: string | null, limit: number): Promise<readonly string[]>;

  /**
   * Removes at most `limit` claims and closed documents past their `expiresAt`, and ids of commits
   * that are older than a day. Returns how many it removed; call again while that equals `limit`.
   * A treasury calls it by itself, after a commit and at most once an hour.
   */
  sweep(now: number, limit: number): Promise<number>;

  /**
   * Reads all of one workspace as it is at one moment: its head, every document by kind and id (code
   * units), and every entry by sequence; nothing when there is no head. It keeps no more than some
   * hundred of them in memory, and commits go on meanwhile. Until it has come to its end, or whoever
   * iterates leaves, the database keeps what was replaced since then: take no longer than you must.
   */
  copy(workspaceId: string): AsyncIterable<CopiedPart>;

  /**
   * Puts other bodies in the place of those that the entries of these sequences and hashes have, all
   * of them or none, and durably once answered; what is there under another hash, or not at all, is
   * left as it is. Returns how many were replaced. Asking again does no harm. The head's version stays,
   * and it is refused to nobody who commits. What was replaced is overwritten as far as the storage can.
   *
   * It is there so that texts can be erased: the caller sees to it that the hash still holds.
   */
  rewriteEntries(workspaceId: string, rewrites: readonly EntryRewrite[]): Promise<number>;

  /**
   * Rejects while the storage cannot be written for a reason that waiting does not end, for example a
   * database file that was removed under a running process. `GET /health` calls it, so it must be cheap.
   *
   * Optional: without it, `/health` says nothing about the storage.
   */
  check?(): Promise<void>;

  /** Finishes what is under way and lets go of files and connections. Safe to call twice. */
  close(): Promise<void>;
}
