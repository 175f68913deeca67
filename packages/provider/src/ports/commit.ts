import type { Micros } from "../money/micros.ts";
import type { Json } from "./json.ts";

/**
 * Identifies a document or a claim within one workspace. A document and a claim may have the same
 * key.
 */
export interface Key {
  /** For example `proposal`, or `deposit` for the claim on a processor's session. */
  readonly kind: string;
  readonly id: string;
}

/** The state of a workspace. Every commit replaces it after comparing `version`. */
export interface Head {
  readonly workspaceId: string;
  /** 0 before the first commit, plus one with each. Never decreases. */
  readonly version: bigint;
  /** 1 at first, plus one with each reset of the ledger. */
  readonly epoch: number;
  /** Of the newest entry, or 0. Continues across epochs. */
  readonly sequence: bigint;
  /** SHA-256 of the newest entry or the epoch's genesis, lower-case hexadecimal. */
  readonly lastHash: string;
  /** Running totals and settings. Opaque to the storage. */
  readonly account: Json;
}

/** A mutable record: a proposal, a lease, an audit record. */
export interface Doc extends Key {
  readonly epoch: number;
  /** Position in listings of its kind and epoch, highest is newest. Null if never listed. */
  readonly ordinal: bigint | null;
  /** Pending or held, and loaded with every head. Some hundred at most. */
  readonly open: boolean;
  /** When `due` lists it, in milliseconds since 1970. Null for never. */
  readonly dueAt: number | null;
  /** The time from which `purge` may remove it, in milliseconds since 1970. Null for never. */
  readonly expiresAt: number | null;
  readonly body: Json;
}

/** A ledger entry with a positive or negative amount. Only `rewriteEntries` changes its body. */
export interface Entry {
  readonly epoch: number;
  readonly sequence: bigint;
  readonly amount: Micros;
  readonly balance: Micros;
  readonly previousHash: string;
  readonly hash: string;
  readonly body: Json;
}

/** A key to claim. The commit fails if it is already claimed. */
export interface Claim {
  readonly key: Key;
  /** When the key becomes free, by the storage's clock. Null for never. */
  readonly expiresAt: number | null;
}

export interface Commit {
  /** 128 random bits, stored with the version so that a repeated commit is recognised. */
  readonly id: string;
  readonly workspaceId: string;
  /** The version that the changes are based on, or 0 without a head. */
  readonly expectedVersion: bigint;
  /** The head with `version` plus one. Null to only compare the version, without writing. */
  readonly next: Head | null;
  readonly entries: readonly Entry[];
  /** Documents to insert or replace, each key at most once. */
  readonly put: readonly Doc[];
  /**
   * Documents to insert. The commit fails if one exists, open or closed, in any epoch. A key occurs
   * at most once in `create` and `put` together.
   */
  readonly create: readonly Doc[];
  /** Each key at most once, because two commands of a group must not share a claim. */
  readonly claim: readonly Claim[];
}

export type CommitOutcome =
  /** Durable, now or by an earlier attempt. With `next: null`: the version matches. */
  | { readonly kind: "committed" }
  /**
   * The version changed: load and compute again. Takes precedence over `exists`. Nothing was
   * written.
   */
  | { readonly kind: "conflict" }
  /**
   * Claimed keys, then keys of existing documents, each in the order of the commit. Nothing was
   * written.
   */
  | { readonly kind: "exists"; readonly keys: readonly Key[] }
  /** Unknown. Send the same commit again before computing another one. */
  | { readonly kind: "unclear"; readonly cause: unknown }
  /**
   * It can never succeed: a value cannot be stored, an entry's sequence is taken, or it contradicts
   * itself (see `commitFlaw`). Nothing was written. With a `TreasuryError` of code
   * `storage_went_back` as the cause, the storage lost commits that the commit is based on. With
   * `storage_moved`, the workspace is closed for a move. With `storage_error`, the storage of this
   * workspace failed, and a later attempt may succeed.
   */
  | { readonly kind: "rejected"; readonly cause: unknown };
