import {
  type Clock,
  type Commit,
  type Identifiers,
  type Key,
  type LoadRequest,
  type Snapshot,
  type Storage,
  TreasuryError,
  type View,
} from "@agent-treasury/provider";
import { accountFromRecord } from "../account.ts";
import type { Maintenance, Opening } from "../command.ts";
import { epochToDoc } from "../epoch.ts";
import type { EventRecorder } from "../event-recorder.ts";
import { type AnySlice, missingSlice } from "../head-slice.ts";
import { keyText } from "../key-text.ts";
import { timestamp } from "../timestamp.ts";
import type { CachedState, LookedUp } from "./cached-state.ts";
import { ClosedDocs } from "./closed-docs.ts";
import type { CommitListener } from "./committed-change.ts";
import { roughBytes } from "./rough-bytes.ts";
import { type GroupOutcome, isBlind, type QueuedCommand, runGroup } from "./run-group.ts";
import { type ApplyGroups, SeenView } from "./seen-view.ts";
import { type StorageClock, workspaceTime } from "./storage-clock.ts";
import { WorkingState } from "./working-state.ts";

export interface WriterDeps {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly storageClock: StorageClock;
  readonly identifiers: Identifiers;
  readonly opening: Opening;
  readonly maintenance: Maintenance;
  readonly recorder?: EventRecorder;
  readonly committed?: CommitListener;
  /** Those of the process's features. */
  readonly slices?: readonly AnySlice[];
}

/** A group that ran, but is not durable. */
export interface Attempt {
  /** The commands that ran. */
  readonly group: readonly QueuedCommand[];
  readonly outcomes: readonly GroupOutcome[];
  readonly ledger: WorkingState;
  readonly at: number;
  /** Whether the state was loaded for this group. */
  readonly isFresh: boolean;
  /** Without changes, only compares the version; null if the state is fresh. */
  readonly commit: Commit | null;
}

const nothing: LookedUp = { keys: [], found: [], claimed: [], isComplete: false };

/**
 * Cached ledger state. No answer relies on it alone: each requires a commit that compared the
 * version, or a load after the command arrived.
 */
export class WorkspaceState {
  readonly workspaceId: string;
  readonly #deps: WriterDeps;
  #cached: CachedState | null = null;
  readonly #seen: SeenView = new SeenView();
  /** The highest version that this process has seen, also after `forget`. */
  #newest = 0n;
  /** `#newest` when the request of the last load was made. */
  #known = 0n;
  #hasStopped = false;
  /** Documents that commands requested and a load must look up. */
  #requested: ReadonlyMap<string, Key> = new Map();

  constructor(workspaceId: string, deps: WriterDeps) {
    this.workspaceId = workspaceId;
    this.#deps = deps;
  }

  get bytes(): number {
    const { bytes } = this.#seen;
    if (this.#cached === null) return bytes;
    return bytes + this.#cached.openBytes + this.#cached.closed.bytes;
  }

  get version(): bigint | null {
    return this.#cached?.version ?? null;
  }

  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  /** Caches a view, and its state if that is newer. */
  see(seen: View): void {
    const version = seen.head?.version ?? 0n;
    // An older one is late, or the storage went back, which the next load finds out.
    if (this.#hasStopped || version < this.#newest) return;
    this.#seen.see(seen);
    if (this.#cached !== null && version === this.#cached.version) return;
    this.#saw(version);
    this.#cached = this.#toCache(seen);
  }

  /**
   * Returns a function for the view at the newest version, or null if it is not cached. Call after a
   * commit, which compared it.
   */
  seen(apply: ApplyGroups): (() => View) | null {
    return this.#seen.at(this.#newest, apply);
  }

  /** Call after entries were rewritten, because their version is the same. */
  forgetView(): void {
    this.#seen.see(null);
  }

  forget(): void {
    this.#cached = null;
  }

  requestFor(group: readonly QueuedCommand[], also: readonly Key[] = []): LoadRequest {
    this.#known = this.#newest;
    const expected = group.flatMap(({ command }) => command.expects?.() ?? []);
    const named = expected.map((key): [string, Key] => [keyText(key), key]);
    this.#requested = new Map([...this.#requested, ...named]);
    // Documents open in the cache may be closed now.
    const keys = new Map([...this.#requested, ...keysOf(group)]);
    return { workspaceId: this.workspaceId, keys: [...keys.values(), ...also] };
  }

  /** Null if the cache is not sufficient. */
  runOnCached(group: readonly QueuedCommand[]): Attempt | null {
    const now = this.#deps.storageClock.estimate();
    if (this.#cached === null || now === null || !hasAllRead(group, this.#cached)) return null;
    const attempt = this.#run(group, this.#cached, nothing, now);
    return attempt === null || isBlind(attempt.group, attempt.outcomes, attempt.ledger)
      ? null
      : attempt;
  }

  /**
   * Null if a command requested further documents. Load again.
   *
   * @param request the load's request, from `requestFor`.
   */
  runOnLoaded(
    group: readonly QueuedCommand[],
    request: LoadRequest,
    snapshot: Snapshot | undefined,
  ): Attempt | null {
    if (snapshot === undefined) {
      throw new TreasuryError("storage_error", "The storage returned no snapshot.");
    }
    this.#assertNotOlder(snapshot.head?.version ?? 0n);
    this.#cached = this.#toCache(snapshot);
    const { found, claimed, storageNow } = snapshot;
    const isRequested = (key: Key): boolean => this.#requested.has(keyText(key));
    this.#cached.closed.learn(request.keys.filter(isRequested), found);
    const lookedUp = { keys: request.keys, found, claimed, isComplete: true };
    return this.#run(group, this.#cached, lookedUp, storageNow);
  }

  /** Stops permanently: spending on an older state could spend the same money twice. */
  stop(cause?: unknown): TreasuryError {
    this.#hasStopped = true;
    this.#cached = null;
    this.forgetView();
    return new TreasuryError(
      "storage_went_back",
      "The database lost confirmed commits of this workspace. This process has stopped using it.",
      { cause },
    );
  }

  #assertNotOlder(version: bigint): void {
    if (this.#hasStopped || version < this.#known) throw this.stop();
    this.#saw(version);
  }

  #saw(version: bigint): void {
    if (version > this.#newest) this.#newest = version;
  }

  /** Call once the attempt is durable. */
  keep({ ledger, at, commit }: Attempt): void {
    if (commit === null || !ledger.hasChanges) return;
    this.#seen.add(ledger, commit, at);
    this.#requested = new Map();
    const { committed } = this.#deps;
    const change = committed && ledger.change(at);
    this.#cached = ledger.committed();
    this.#saw(this.#cached.version);
    if (change) committed?.(change);
  }

  /** Null if a command requested documents that are not loaded. */
  #run(
    group: readonly QueuedCommand[],
    cached: CachedState,
    lookedUp: LookedUp,
    storageNow: number,
  ): Attempt | null {
    const now = workspaceTime(storageNow, cached.head.account.writtenAt);
    const recorder = this.#recorderOf(cached);
    const ledger = new WorkingState(this.workspaceId, cached, lookedUp, now, recorder);
    const missing = missingSlice(cached.head.account.slices, this.#deps.slices ?? []);
    const outcomes =
      missing === null
        ? runGroup(group, ledger, now, this.#deps.maintenance)
        : group.map((): GroupOutcome => ({ kind: "refused", error: missing }));
    // A retry after a conflict looks them up with its first load.
    this.#requested = ledger.requested;
    if (outcomes.some(({ kind }) => kind === "not_loaded")) return null;
    const isFresh = lookedUp.isComplete;
    const commit =
      ledger.hasChanges || !isFresh ? ledger.toCommit(this.#deps.identifiers.random()) : null;
    const ran = outcomes.length < group.length ? group.slice(0, outcomes.length) : group;
    return { group: ran, outcomes, ledger, at: now, isFresh, commit };
  }

  #recorderOf({ head }: CachedState): EventRecorder | null {
    const { recorder } = this.#deps;
    if (recorder?.isRecorded(this.workspaceId) !== true) return null;
    const isNeeded = recorder.begins || recorder.reports || head.account.events !== null;
    return isNeeded ? recorder : null;
  }

  #toCache({
    head: stored,
    open,
    storageNow,
  }: Pick<Snapshot, "head" | "open" | "storageNow">): CachedState {
    const closed = this.#closedAt(stored?.version ?? 0n);
    const openByKey = new Map(open.map((doc) => [keyText(doc), doc]));
    let openBytes = 0;
    for (const doc of open) openBytes += roughBytes(doc.body);
    if (stored === null) {
      const head = this.#deps.opening(this.workspaceId, storageNow);
      const record = {
        epoch: head.epoch,
        startingCapital: head.account.startingCapital,
        previousHash: null,
        afterSequence: 0n,
      };
      const opening = [epochToDoc(record, timestamp(storageNow), null)];
      return { version: 0n, head, open: openByKey, opening, openBytes, closed };
    }
    const { version, epoch, sequence, lastHash } = stored;
    const head = { epoch, sequence, lastHash, account: accountFromRecord(stored.account) };
    return { version, head, open: openByKey, opening: [], openBytes, closed };
  }

  #closedAt(version: bigint): ClosedDocs {
    return this.#cached?.version === version ? this.#cached.closed : new ClosedDocs();
  }
}

function hasAllRead(group: readonly QueuedCommand[], { open, closed }: CachedState): boolean {
  const isKnown = (text: string): boolean => open.has(text) || closed.get(text) !== undefined;
  return group.every(({ command: { reads = [] } }) => reads.every((key) => isKnown(keyText(key))));
}

function keysOf(group: readonly QueuedCommand[]): Map<string, Key> {
  const keys = new Map<string, Key>();
  for (const { command } of group) {
    const { reads = [], creates = [] } = command;
    for (const key of [...reads, ...creates]) keys.set(keyText(key), key);
  }
  return keys;
}
