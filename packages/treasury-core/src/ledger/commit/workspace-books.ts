import {
  TreasuryError,
  type Clock,
  type Identifiers,
  type Commit,
  type Key,
  type LoadRequest,
  type Snapshot,
  type Storage,
} from "@agent-treasury/provider";
import { accountFromRecord } from "../account-record.ts";
import { keyText } from "../books.ts";
import { epochToDoc } from "../epoch.ts";
import type { Housekeeping, Opening } from "../housekeeping.ts";
import { timestamp } from "../timestamp.ts";
import {
  type GroupOutcome,
  type QueuedCommand,
  hasAllRead,
  isBlind,
  keysOf,
  runGroup,
} from "./command-group.ts";
import type { CommitListener } from "./committed-change.ts";
import { roughBytes } from "./rough-bytes.ts";
import { type StorageClock, workspaceTime } from "./storage-clock.ts";
import { type CachedBooks, type LookedUp, WorkingBooks } from "./working-books.ts";

/** What writing needs, the same for every workspace of a process. */
export interface WriterParts {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly storageClock: StorageClock;
  readonly identifiers: Identifiers;
  readonly opening: Opening;
  readonly housekeeping: Housekeeping;
  /** Left out where nobody is to be told. */
  readonly committed?: CommitListener;
}

/** A group that ran, before anything of it is durable. */
export interface Attempt {
  /** Those of the group that ran, with an outcome each. */
  readonly group: readonly QueuedCommand[];
  readonly outcomes: readonly GroupOutcome[];
  readonly books: WorkingBooks;
  /** When it was decided, by the workspace's time. */
  readonly at: number;
  /** Whether the books were loaded for this group. */
  readonly isFresh: boolean;
  /** What makes it durable, or compares the version; null when books that are fresh did not change. */
  readonly commit: Commit | null;
}

const nothing: LookedUp = { found: [], claimed: [], isComplete: false };

/**
 * What a process knows of one workspace: the books that its last commit left. Groups run on them, but
 * nothing is answered from them alone: every answer rests on a commit that compared the version, or
 * on a load made after the command came.
 */
export class WorkspaceBooks {
  readonly workspaceId: string;
  readonly #parts: WriterParts;
  #cached: CachedBooks | null = null;

  constructor(workspaceId: string, parts: WriterParts) {
    this.workspaceId = workspaceId;
    this.#parts = parts;
  }

  /** About how much memory it takes. */
  get bytes(): number {
    return this.#cached?.openBytes ?? 0;
  }

  /** Of what is known; null when nothing is. */
  get version(): bigint | null {
    return this.#cached?.version ?? null;
  }

  /** Takes note of a read of the whole workspace, if it is newer than what is known. */
  see(seen: Pick<Snapshot, "head" | "open" | "storageNow">): void {
    const version = seen.head?.version ?? 0n;
    if (this.#cached === null || version > this.#cached.version) this.#cached = this.#toCache(seen);
  }

  forget(): void {
    this.#cached = null;
  }

  /** What a load asks for, so that a group can run on what it gives. */
  requestFor(group: readonly QueuedCommand[], also: readonly Key[] = []): LoadRequest {
    // What was open when it was cached may be closed by now, so everything is asked for.
    return { workspaceId: this.workspaceId, keys: [...keysOf(group), ...also] };
  }

  /** Runs a group on what is known; null when that is not enough. */
  runOnCached(group: readonly QueuedCommand[]): Attempt | null {
    const now = this.#parts.storageClock.estimate();
    if (this.#cached === null || now === null || !hasAllRead(group, this.#cached)) return null;
    const attempt = this.#run(group, this.#cached, nothing, now);
    return isBlind(attempt.group, attempt.outcomes, attempt.books) ? null : attempt;
  }

  /** Runs a group on what a load for it gave. */
  runOnLoaded(group: readonly QueuedCommand[], snapshot: Snapshot | undefined): Attempt {
    if (snapshot === undefined) {
      throw new TreasuryError("storage_error", "The storage gave no snapshot.");
    }
    this.#cached = this.#toCache(snapshot);
    const { found, claimed, storageNow } = snapshot;
    return this.#run(group, this.#cached, { found, claimed, isComplete: true }, storageNow);
  }

  /** Takes note that an attempt is durable. */
  keep({ books, at }: Attempt): void {
    if (!books.hasChanges) return;
    this.#cached = books.committed();
    this.#parts.committed?.(books.change(at));
  }

  #run(
    group: readonly QueuedCommand[],
    cached: CachedBooks,
    lookedUp: LookedUp,
    told: number,
  ): Attempt {
    const now = workspaceTime(told, cached.tip.account.writtenAt);
    const books = new WorkingBooks(this.workspaceId, cached, lookedUp, now);
    const outcomes = runGroup(group, books, now, this.#parts.housekeeping);
    const isFresh = lookedUp.isComplete;
    const commit =
      books.hasChanges || !isFresh ? books.toCommit(this.#parts.identifiers.random()) : null;
    const ran = outcomes.length < group.length ? group.slice(0, outcomes.length) : group;
    return { group: ran, outcomes, books, at: now, isFresh, commit };
  }

  #toCache({
    head,
    open,
    storageNow,
  }: Pick<Snapshot, "head" | "open" | "storageNow">): CachedBooks {
    const openByKey = new Map(open.map((doc) => [keyText(doc), doc]));
    let openBytes = 0;
    for (const doc of open) openBytes += roughBytes(doc.body);
    if (head === null) {
      const tip = this.#parts.opening(this.workspaceId, storageNow);
      const record = {
        epoch: tip.epoch,
        startingCapital: tip.account.startingCapital,
        previousHash: null,
        afterSequence: 0n,
      };
      const opening = [epochToDoc(record, timestamp(storageNow), null)];
      return { version: 0n, tip, open: openByKey, opening, openBytes };
    }
    const { version, epoch, sequence, lastHash } = head;
    const tip = { epoch, sequence, lastHash, account: accountFromRecord(head.account) };
    return { version, tip, open: openByKey, opening: [], openBytes };
  }
}
