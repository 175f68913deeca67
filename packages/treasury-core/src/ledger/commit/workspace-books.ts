import {
  type Clock,
  type Commit,
  type Identifiers,
  type Key,
  type LoadRequest,
  type Snapshot,
  type Storage,
  TreasuryError,
} from "@agent-treasury/provider";
import { accountFromRecord } from "../account.ts";
import { keyText } from "../books.ts";
import type { Command, Housekeeping, Opening, Outcome } from "../command.ts";
import { epochToDoc } from "../epoch.ts";
import { timestamp } from "../timestamp.ts";
import { type StorageClock, workspaceTime } from "./storage-clock.ts";
import {
  type CachedBooks,
  type CommitListener,
  type LookedUp,
  roughBytes,
  WorkingBooks,
} from "./working-books.ts";

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

/** A command that waits for its group, and the caller who waits for its answer. */
export interface QueuedCommand {
  readonly command: Command<unknown>;
  resolve(answer: unknown, durable: DurableGroup): void;
  reject(error: unknown): void;
}

/** The group in which a command became durable. */
export interface DurableGroup {
  /** What the whole group changed, and the version that it was computed on. */
  readonly books: WorkingBooks;
  /** The workspace's time of the commit: milliseconds since 1970. */
  readonly at: number;
}

/** What one command of a group came to, before anything is durable. */
type GroupOutcome = Outcome<unknown> | { readonly kind: "faulted"; readonly error: unknown };

/** About how much may leave in one call. */
export const bytesInCall = 4_194_304;

/**
 * Runs a group's commands one after another, each on the books that the ones before it left. Gives
 * fewer outcomes than there are commands where there would be too much to write.
 */
function runGroup(
  group: readonly QueuedCommand[],
  books: WorkingBooks,
  now: number,
  housekeeping: Housekeeping,
): readonly GroupOutcome[] {
  const outcomes: GroupOutcome[] = [];
  for (const { command } of group) {
    if (books.bytes >= bytesInCall) break;
    const upkeep = housekeeping(books, now);
    if (upkeep !== null) books.apply(upkeep);
    const outcome = decide(command, books, now);
    if (outcome.kind === "changed") books.apply(outcome.changes, command.creates);
    outcomes.push(outcome);
  }
  return outcomes;
}

/** Whether a command that changes nothing was decided without what it would create looked up. */
function isBlind(
  group: readonly QueuedCommand[],
  outcomes: readonly GroupOutcome[],
  books: WorkingBooks,
): boolean {
  return outcomes.some(
    ({ kind }, index) =>
      kind !== "changed" &&
      group[index]?.command.creates?.some((key) => !books.hasLookedFor(key)) === true,
  );
}

/** A fault in a command is its own caller's, not its group's. */
function decide(command: Command<unknown>, books: WorkingBooks, now: number): GroupOutcome {
  try {
    return command.reduce(books, now);
  } catch (error) {
    return { kind: "faulted", error };
  }
}

/** Answers the callers, now that what their outcomes rest on is durable. */
export function settleGroup(
  attempt: DurableGroup & {
    readonly group: readonly QueuedCommand[];
    readonly outcomes: readonly GroupOutcome[];
  },
): void {
  attempt.group.forEach((queued, index) => {
    const outcome = attempt.outcomes[index];
    if (outcome === undefined) queued.reject(new Error("The command was not run."));
    else if (outcome.kind === "changed" || outcome.kind === "unchanged")
      queued.resolve(outcome.answer, attempt);
    else queued.reject(outcome.error);
  });
}

/** Whether the cache has every document that a group reads. */
function hasAllRead(group: readonly QueuedCommand[], cached: CachedBooks): boolean {
  return group.every(({ command }) => command.reads.every((key) => cached.open.has(keyText(key))));
}

/** Every document that a group reads or creates. */
function keysOf(group: readonly QueuedCommand[]): Key[] {
  const keys = new Map<string, Key>();
  for (const { command } of group) {
    for (const key of [...command.reads, ...(command.creates ?? [])]) keys.set(keyText(key), key);
  }
  return [...keys.values()];
}
